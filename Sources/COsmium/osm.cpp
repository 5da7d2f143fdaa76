// The only translation unit that sees libosmium, with the headers beside it. It is slow to compile, so
// keep it small and rarely touched: what is decided by tags is decided in Swift.

#define OSMIUM_WITH_LZ4

#include "tsn_osm.h"

#include "areas.hpp"
#include "node_positions.hpp"
#include "sink.hpp"

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/thread/pool.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <future>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

using tsn::AreaBuilder;
using tsn::Areas;
using tsn::Sink;
using tsn::stopped;
using tsn::Words;

struct history {};

/// Ids that were met: eight bytes each while they rise, as they do in a sorted file.
class SeenIDs {
    std::vector<int64_t> m_rising;
    std::unordered_set<int64_t> m_others;

public:
    /// Returns whether `id` is new.
    bool insert(const int64_t id) {
        if (m_rising.empty() || id > m_rising.back()) {
            if (!m_others.empty() && m_others.count(id) != 0) return false;
            m_rising.push_back(id);
            return true;
        }
        if (std::binary_search(m_rising.begin(), m_rising.end(), id)) return false;
        return m_others.insert(id).second;
    }
};

/// Which file has the newest version of an object that is in several: found by a pass of its own.
///
/// Takes 16 bytes an object until all are seen, and some for each that is in several.
class NewestVersions {
    struct Seen {
        osmium::object_id_type id;
        osmium::object_version_type version;
        uint32_t file;
    };

    std::vector<Seen> m_seen;
    std::unordered_map<osmium::object_id_type, uint32_t> m_winners;

public:
    void add(const osmium::OSMObject &object, const size_t file) {
        m_seen.push_back({object.id(), object.version(), static_cast<uint32_t>(file)});
    }

    /// To be called after the last object. Of equal versions, as where none is known, the first
    /// file's wins.
    void decide() {
        std::sort(m_seen.begin(), m_seen.end(), [](const Seen &a, const Seen &b) {
            if (a.id != b.id) return a.id < b.id;
            if (a.version != b.version) return a.version > b.version;
            return a.file < b.file;
        });
        for (size_t first = 0; first < m_seen.size();) {
            size_t end = first + 1;
            bool several = false;
            while (end < m_seen.size() && m_seen[end].id == m_seen[first].id) {
                several = several || m_seen[end].file != m_seen[first].file;
                ++end;
            }
            if (several) m_winners.emplace(m_seen[first].id, m_seen[first].file);
            first = end;
        }
        m_seen = {};
    }

    bool is_newest(const osmium::OSMObject &object, const size_t file) const {
        const auto winner = m_winners.find(object.id());
        return winner == m_winners.end() || winner->second == file;
    }
};

/// Refuses an object that follows another version of itself, as in a history file.
class VersionCheck {
    osmium::item_type m_type = osmium::item_type::undefined;
    osmium::object_id_type m_id = 0;
    osmium::object_version_type m_version = 0;

public:
    void check(const osmium::OSMObject &object) {
        if (object.type() == m_type && object.id() == m_id && object.version() != m_version) throw history{};
        m_type = object.type();
        m_id = object.id();
        m_version = object.version();
    }
};

/// Decoding is a quarter of an import's work. More threads than that decode blocks ahead of whoever takes them, twenty
/// at most, of which one of relations takes up to 30 MB.
int decoding_threads() { return std::thread::hardware_concurrency() > 2 ? 2 : 1; }

class Import {
    const tsn_osm_options &m_options;
    tsn_osm_summary &m_summary;
    Sink m_sink;
    Words m_relation_types;
    AreaBuilder m_builder;
    Areas m_areas{m_sink, m_builder};
    tsn::NodePositions m_positions;
    osmium::thread::Pool m_pool{decoding_threads()};
    /// Relations to be handed over when all are read: whoever takes them may be behind, and libosmium would decode
    /// blocks ahead meanwhile.
    osmium::memory::Buffer m_waiting{64UL * 1024UL, osmium::memory::Buffer::auto_grow::yes};
    uint64_t m_newest = 0;
    uint64_t m_total_bytes = 0;

    /// The reader's next buffer. Where what is asked for is at the file's end, as relations are, that
    /// takes a while, in which progress is told all the same.
    osmium::memory::Buffer next(osmium::io::Reader &reader, const tsn_osm_phase phase,
                                const uint64_t bytes_before, const uint64_t total) const {
        if (phase != TSN_OSM_READING_NODES) return reader.read();
        auto buffer = std::async(std::launch::async, [&reader] { return reader.read(); });
        while (buffer.wait_for(std::chrono::milliseconds{100}) != std::future_status::ready) {
            m_sink.tell(phase, bytes_before + reader.offset(), total);
        }
        return buffer.get();
    }

    /// Reads objects of some kinds from all files and calls `body` with each and its file's index.
    ///
    /// @param bytes_before Read in this phase before, of `total`.
    template <typename TBody>
    void read(const tsn_osm_phase phase, const osmium::osm_entity_bits::type entities,
              uint64_t bytes_before, const uint64_t total, TBody &&body) {
        for (size_t index = 0; index < m_options.file_count; ++index) {
            m_summary.file_index = index;
            const auto &file = m_options.files[index];
            osmium::io::Reader reader{osmium::io::File{file.path, file.format}, entities, m_pool};
            const auto header = reader.header();
            if (header.has_multiple_object_versions()) throw history{};
            note_replication_time(header);
            if ((entities & osmium::osm_entity_bits::node) != 0) m_positions.begin_file();
            VersionCheck versions;
            m_sink.tell(phase, bytes_before, total);
            while (auto buffer = next(reader, phase, bytes_before, total)) {
                for (auto &object : buffer.select<osmium::OSMObject>()) {
                    if (!tsn::is_whole(object.tags())) {
                        throw std::runtime_error{"a key or value of object " + std::to_string(object.id()) +
                                                 " holds a NUL byte"};
                    }
                    versions.check(object);
                    body(object, index);
                }
                m_sink.tell(phase, bytes_before + reader.offset(), total);
            }
            bytes_before += reader.file_size();
            reader.close();
        }
        m_sink.tell(phase, bytes_before, total);
    }

    /// Reads objects of some kinds from all files and calls `body` for each that is not deleted, of
    /// those in several files with the newest one.
    template <typename TBody>
    void pass(const tsn_osm_phase phase, const osmium::osm_entity_bits::type entities,
              TBody &&body) {
        const bool is_one_file = m_options.file_count == 1;
        const uint64_t total = is_one_file ? m_total_bytes : 2 * m_total_bytes;
        std::map<osmium::item_type, NewestVersions> newest;
        if (!is_one_file) {
            read(phase, entities, 0, total, [&](const osmium::OSMObject &object, const size_t file) {
                newest[object.type()].add(object, file);
            });
            for (auto &[_, versions] : newest) versions.decide();
        }
        read(phase, entities, total - m_total_bytes, total,
             [&](osmium::OSMObject &object, const size_t file) {
                 if (!is_one_file && !newest[object.type()].is_newest(object, file)) {
                     ++m_summary.repeated;
                     return;
                 }
                 if (!object.visible()) {
                     ++m_summary.deleted;
                     return;
                 }
                 m_newest = std::max<uint64_t>(m_newest, uint32_t(object.timestamp()));
                 body(object);
             });
    }

    void note_replication_time(const osmium::io::Header &header) {
        const auto text = header.get("osmosis_replication_timestamp", header.get("timestamp"));
        if (text.empty()) return;
        try {
            const osmium::Timestamp time{text};
            m_summary.timestamp = std::max<uint64_t>(m_summary.timestamp, uint32_t(time));
        } catch (const std::invalid_argument &) {
            return; // not a time: as if it were absent
        }
    }

    void read_nodes_and_relations() {
        SeenIDs seen_nodes;
        SeenIDs seen_relations;
        pass(TSN_OSM_READING_NODES, osmium::osm_entity_bits::node | osmium::osm_entity_bits::relation,
             [&](const osmium::OSMObject &object) {
                 if (object.type() == osmium::item_type::node) {
                     read(static_cast<const osmium::Node &>(object), seen_nodes);
                 } else {
                     read(static_cast<const osmium::Relation &>(object), seen_relations);
                 }
             });
        for (const auto &relation : m_waiting.select<osmium::Relation>()) {
            m_sink.begin(TSN_OSM_RELATION, relation).add(relation.members());
            m_sink.put();
        }
        m_waiting = osmium::memory::Buffer{};
        m_areas.prepare_for_lookup();
        m_positions.prepare_for_lookup();
        m_summary.location_bytes = m_positions.used_memory();
    }

    void read(const osmium::Relation &relation, SeenIDs &seen) {
        if (!seen.insert(relation.id())) {
            ++m_summary.repeated;
            return;
        }
        ++m_summary.relations;
        if (m_relation_types.contains(relation.tags().get_value_by_key("type", ""))) {
            m_waiting.add_item(relation);
            m_waiting.commit();
        }
        m_areas.relation(relation);
    }

    void read(const osmium::Node &node, SeenIDs &seen) {
        ++m_summary.nodes;
        if (!node.location().valid()) {
            ++m_summary.nodes_without_position;
            return;
        }
        m_positions.add(node.id(), node.location());
        if (node.tags().empty() || !m_sink.wants(node.tags())) return;
        if (!seen.insert(node.id())) {
            ++m_summary.repeated;
            return;
        }
        m_sink.begin(TSN_OSM_NODE, node).add(node);
        m_sink.put();
    }

    void read_ways() {
        SeenIDs seen;
        pass(TSN_OSM_READING_WAYS, osmium::osm_entity_bits::way, [&](osmium::OSMObject &object) {
            auto &way = static_cast<osmium::Way &>(object);
            if (!seen.insert(way.id())) {
                ++m_summary.repeated;
                return;
            }
            ++m_summary.ways;
            bool is_whole = true;
            for (auto &node : way.nodes()) {
                node.set_location(m_positions.find(node.ref()));
                is_whole = is_whole && node.location();
            }
            if (!is_whole) ++m_summary.ways_with_missing_nodes;
            if (m_sink.wants(way.tags())) put(way, is_whole);
            m_areas.handle_way(way);
        });
    }

    void put(const osmium::Way &way, const bool is_whole) {
        auto &outgoing = m_sink.begin(TSN_OSM_WAY, way);
        outgoing.add(way);
        const auto &nodes = way.nodes();
        const bool is_closed =
            nodes.size() > 3
            && (nodes.front().ref() == nodes.back().ref()
                || (nodes.front().location().valid()
                    && nodes.front().location() == nodes.back().location()));
        if (is_closed && is_whole) {
            m_builder.build(outgoing, way);
        } else if (is_closed) {
            outgoing.set(TSN_OSM_MISSING_NODES);
        }
        m_sink.put();
    }

public:
    Import(const tsn_osm_options &options, const tsn_osm_callbacks &callbacks,
           tsn_osm_summary &summary)
        : m_options(options), m_summary(summary), m_sink(options, callbacks),
          m_relation_types(options.relation_types, options.relation_type_count),
          m_positions(options.location_file) {}

    void run() {
        for (size_t index = 0; index < m_options.file_count; ++index) {
            m_summary.file_index = index;
            m_total_bytes += osmium::file_size(m_options.files[index].path);
        }
        read_nodes_and_relations();
        read_ways();
        m_areas.put_incomplete();
        if (m_summary.timestamp == 0) m_summary.timestamp = m_newest;
    }
};

} // namespace

int32_t tsn_osm_read(const tsn_osm_options *options, const tsn_osm_callbacks *callbacks,
                     tsn_osm_summary *summary, char *message, const size_t message_length) {
    const auto fail = [&](const tsn_osm_status status, const char *reason) {
        if (message_length > 0) std::snprintf(message, message_length, "%s", reason);
        return static_cast<int32_t>(status);
    };
    *summary = tsn_osm_summary{};
    try {
        Import{*options, *callbacks, *summary}.run();
        return TSN_OSM_OK;
    } catch (const stopped &) {
        return fail(TSN_OSM_STOPPED, "stopped");
    } catch (const tsn::no_room &failure) {
        return fail(TSN_OSM_NO_ROOM, std::strerror(failure.error));
    } catch (const history &) {
        return fail(TSN_OSM_HISTORY, "several versions of one object");
    } catch (const std::system_error &error) {
        return fail(TSN_OSM_UNREADABLE, error.what());
    } catch (const std::bad_alloc &) {
        return fail(TSN_OSM_NO_MEMORY, "out of memory");
    } catch (const std::exception &error) {
        return fail(TSN_OSM_BROKEN, error.what());
    } catch (...) {
        return fail(TSN_OSM_FAILED, "unknown failure");
    }
}
