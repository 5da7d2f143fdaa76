#ifndef TURNSTONE_TSN_OSM_H
#define TURNSTONE_TSN_OSM_H

// libosmium behind C. Only fixed-size integers and plain structs cross this border, and no C++
// exception does: every function returns a status, with a message for people.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a call ended.
enum tsn_osm_status {
    TSN_OSM_OK = 0,
    /// A callback returned non-zero.
    TSN_OSM_STOPPED = 1,
    /// The file cannot be opened or read; `message` has the system's reason.
    TSN_OSM_UNREADABLE = 2,
    /// The file's content breaks its format; `message` has libosmium's reason.
    TSN_OSM_BROKEN = 3,
    /// The file holds several versions of an object: a history or change file.
    TSN_OSM_HISTORY = 4,
    /// Memory ran out.
    TSN_OSM_NO_MEMORY = 5,
    /// Anything else libosmium or the C++ library threw.
    TSN_OSM_FAILED = 6,
    /// The location file cannot be made, or the disk is full; `message` has the system's reason.
    TSN_OSM_NO_ROOM = 7
};

/// What an object handed over is.
enum tsn_osm_kind {
    /// A node: one position.
    TSN_OSM_NODE = 1,
    /// A way: its nodes' ids and positions; when closed, also its area's rings, or the problem.
    TSN_OSM_WAY = 2,
    /// A relation of one of the asked types: its members, no geometry.
    TSN_OSM_RELATION = 3,
    /// A relation of type multipolygon or boundary: its area's rings, or the problem.
    TSN_OSM_AREA = 4
};

/// Why a closed way or a relation has no area.
enum tsn_osm_problem {
    TSN_OSM_NO_PROBLEM = 0,
    TSN_OSM_MISSING_MEMBERS = 1,
    TSN_OSM_MISSING_NODES = 2,
    TSN_OSM_OPEN_RING = 3,
    TSN_OSM_INTERSECTION = 4,
    TSN_OSM_OVERLAP = 5,
    TSN_OSM_DEGENERATE = 6
};

/// The passes over the input, in this order.
enum tsn_osm_phase {
    /// And relations, as both are known before ways are.
    TSN_OSM_READING_NODES = 1,
    TSN_OSM_READING_WAYS = 2
};

/// A coordinate value of a node whose position is not in the input.
#define TSN_OSM_UNDEFINED INT32_MAX

/// One object. All pointers are valid until the callback returns.
typedef struct tsn_osm_object {
    int32_t kind;
    int32_t problem;
    int64_t id;
    /// key NUL value NUL key NUL value NUL ..., UTF-8.
    const char *tags;
    size_t tags_length;
    /// Longitude and latitude in turn, in units of 1e-7 degree on WGS 84: 2 * position_count values.
    const int32_t *positions;
    size_t position_count;
    /// The node ids of a way, or the member ids of a relation; position_count or member_count values.
    const int64_t *ids;
    /// The positions of all rings, one after the other, each closed: as `positions`.
    const int32_t *ring_positions;
    /// For each ring its number of positions; negative for a hole of the outer ring before it.
    const int32_t *ring_lengths;
    size_t ring_count;
    /// Of a relation, for each member 'n', 'w' or 'r'; and its role, each ended by NUL.
    const char *member_types;
    const char *member_roles;
    size_t member_roles_length;
    size_t member_count;
} tsn_osm_object;

/// A file to read: its path and libosmium's name of its format, "pbf", "osm", "osm.gz", "osm.bz2".
typedef struct tsn_osm_file {
    const char *path;
    const char *format;
} tsn_osm_file;

/// What to hand over.
typedef struct tsn_osm_options {
    const tsn_osm_file *files;
    size_t file_count;
    /// Nodes, ways and areas are handed over when they have one of these keys.
    const char *const *keys;
    size_t key_count;
    /// Relations are handed over with their members when their `type` is one of these.
    const char *const *relation_types;
    size_t relation_type_count;
    /// NULL: node positions are kept in memory. A path: they go to this file, which the call makes
    /// (it must not exist) and removes.
    const char *location_file;
} tsn_osm_options;

/// Counts over all files. Ways and relations in several files, or twice in one, count once, and nodes
/// in several files.
typedef struct tsn_osm_summary {
    uint64_t nodes, ways, relations;
    /// Marked visible="false".
    uint64_t deleted;
    /// Objects of which another file has a newer version, or as new a one and comes first; and ways,
    /// relations and handed-over nodes that are twice in one file.
    uint64_t repeated;
    /// Nodes without a position, or with one off the globe.
    uint64_t nodes_without_position;
    /// Ways with a node whose position is not in the input, whether handed over or not.
    uint64_t ways_with_missing_nodes;
    /// Seconds since 1970 of the file's replication time stamp, else of its newest object; 0: none.
    uint64_t timestamp;
    /// The most bytes that the store of node positions took.
    uint64_t location_bytes;
    /// The index of the file being read when the call ended early.
    size_t file_index;
} tsn_osm_summary;

typedef struct tsn_osm_callbacks {
    void *context;
    /// Called for each object that passes the options; non-zero stops the call.
    int32_t (*object)(void *context, const tsn_osm_object *object);
    /// Called after each block with the compressed bytes of all files read in this phase, and their
    /// sum; non-zero stops the call.
    int32_t (*progress)(void *context, int32_t phase, uint64_t done, uint64_t total);
} tsn_osm_callbacks;

/// Reads the files in two passes, twice each when there are several, and hands over what the options ask for: nodes
/// first, then relations with members, then ways, each relation's area right after its last member way; areas that
/// lack members come last. Objects may be in any order in the files, and ids may be negative.
///
/// All calls of `callbacks` are made on the calling thread.
///
/// @param message Receives the reason when the status is not TSN_OSM_OK, ended by NUL.
/// @returns a tsn_osm_status.
int32_t tsn_osm_read(const tsn_osm_options *options, const tsn_osm_callbacks *callbacks,
                     tsn_osm_summary *summary, char *message, size_t message_length);

#ifdef __cplusplus
}
#endif

#endif
