#ifndef TURNSTONE_SINK_HPP
#define TURNSTONE_SINK_HPP

// What leaves for Swift: libosmium's objects in the shapes of tsn_osm.h, filtered by the options.

#include "tsn_osm.h"

#include <osmium/osm/area.hpp>
#include <osmium/osm/item_type.hpp>
#include <osmium/osm/location.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/node_ref_list.hpp>
#include <osmium/osm/object.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/tag.hpp>
#include <osmium/osm/way.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tsn {

/// The caller wants no more.
struct stopped {};

/// A set of keys or values to look C strings up in.
class Words {
    std::vector<std::string> m_words;

public:
    Words(const char *const *words, const size_t count) : m_words(words, words + count) {
        std::sort(m_words.begin(), m_words.end());
    }

    bool contains(const char *word) const {
        return std::binary_search(m_words.begin(), m_words.end(), std::string_view{word});
    }
};

/// An object on its way over the border, with the arrays its pointers point into.
class Outgoing {
    std::vector<int32_t> m_positions;
    std::vector<int64_t> m_ids;
    std::vector<int32_t> m_ring_positions;
    std::vector<int32_t> m_ring_lengths;
    std::string m_member_types;
    std::string m_member_roles;
    tsn_osm_object m_object{};

    static void append(std::vector<int32_t> &positions, const osmium::Location location) {
        const bool valid = location.valid();
        positions.push_back(valid ? location.x() : TSN_OSM_UNDEFINED);
        positions.push_back(valid ? location.y() : TSN_OSM_UNDEFINED);
    }

    void add(const osmium::NodeRefList &ring, const bool is_hole) {
        for (const auto &node : ring) append(m_ring_positions, node.location());
        const auto length = static_cast<int32_t>(ring.size());
        m_ring_lengths.push_back(is_hole ? -length : length);
    }

public:
    /// Forgets the object before; the arrays keep their memory.
    void begin(const tsn_osm_kind kind, const osmium::OSMObject &object) {
        m_positions.clear();
        m_ids.clear();
        m_ring_positions.clear();
        m_ring_lengths.clear();
        m_member_types.clear();
        m_member_roles.clear();
        m_object = {};
        m_object.kind = kind;
        m_object.id = object.id();
        if (!object.tags().empty()) {
            // libosmium keeps tags just as the header promises them.
            m_object.tags = object.tags().begin()->key();
            m_object.tags_length = object.tags().byte_size() - sizeof(osmium::TagList);
        }
    }

    void add(const osmium::Node &node) { append(m_positions, node.location()); }

    void add(const osmium::Way &way) {
        m_ids.reserve(way.nodes().size());
        m_positions.reserve(2 * way.nodes().size());
        for (const auto &node : way.nodes()) {
            m_ids.push_back(node.ref());
            append(m_positions, node.location());
        }
    }

    void add(const osmium::RelationMemberList &members) {
        for (const auto &member : members) {
            m_ids.push_back(member.ref());
            m_member_types.push_back(osmium::item_type_to_char(member.type()));
            m_member_roles.append(member.role());
            m_member_roles.push_back('\0');
        }
    }

    void add(const osmium::Area &area) {
        for (const auto &outer : area.outer_rings()) {
            add(outer, false);
            for (const auto &inner : area.inner_rings(outer)) add(inner, true);
        }
    }

    void set(const tsn_osm_problem problem) { m_object.problem = problem; }

    const tsn_osm_object *finish() {
        m_object.positions = m_positions.data();
        m_object.position_count = m_positions.size() / 2;
        m_object.ids = m_ids.data();
        m_object.ring_positions = m_ring_positions.data();
        m_object.ring_lengths = m_ring_lengths.data();
        m_object.ring_count = m_ring_lengths.size();
        m_object.member_types = m_member_types.data();
        m_object.member_roles = m_member_roles.data();
        m_object.member_roles_length = m_member_roles.size();
        m_object.member_count = m_member_types.size();
        return &m_object;
    }
};

/// Whether each key of a list has a value: libosmium tells strings apart by the NUL behind each, and takes those of a
/// .pbf with a NUL inside as they are, so that going through the list would end behind it.
inline bool is_whole(const osmium::TagList &tags) {
    const auto *start = reinterpret_cast<const char *>(tags.data());
    const auto *strings = start + sizeof(osmium::TagList);
    const auto *end = start + tags.byte_size();
    return strings == end || (end[-1] == '\0' && std::count(strings, end, '\0') % 2 == 0);
}

/// The way out: the options' filter and the caller's callbacks.
class Sink {
    const tsn_osm_callbacks &m_callbacks;
    Words m_keys;
    Outgoing m_outgoing;

public:
    Sink(const tsn_osm_options &options, const tsn_osm_callbacks &callbacks)
        : m_callbacks(callbacks), m_keys(options.keys, options.key_count) {}

    bool wants(const osmium::TagList &tags) const {
        return std::any_of(tags.begin(), tags.end(), [this](const osmium::Tag &tag) {
            return m_keys.contains(tag.key());
        });
    }

    /// Starts the next object; the one before must have been put.
    Outgoing &begin(const tsn_osm_kind kind, const osmium::OSMObject &object) {
        m_outgoing.begin(kind, object);
        return m_outgoing;
    }

    /// Hands over what was begun.
    void put() {
        if (m_callbacks.object(m_callbacks.context, m_outgoing.finish()) != 0) throw stopped{};
    }

    void tell(const tsn_osm_phase phase, const uint64_t done, const uint64_t total) const {
        if (m_callbacks.progress(m_callbacks.context, phase, done, total) != 0) throw stopped{};
    }
};

} // namespace tsn

#endif
