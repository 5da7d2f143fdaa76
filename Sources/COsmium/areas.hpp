#ifndef TURNSTONE_AREAS_HPP
#define TURNSTONE_AREAS_HPP

// Areas of closed ways and of relations, by libosmium's assembler.

#include "sink.hpp"

#include <osmium/area/assembler.hpp>
#include <osmium/area/assembler_config.hpp>
#include <osmium/area/stats.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/relations/relations_manager.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace tsn {

/// Runs libosmium's assembler and says what was wrong when it makes no area.
class AreaBuilder {
    osmium::area::AssemblerConfig m_config;
    osmium::memory::Buffer m_buffer{1024UL * 1024UL, osmium::memory::Buffer::auto_grow::yes};

    static tsn_osm_problem problem(const osmium::area::area_stats &stats) {
        if (stats.invalid_locations > 0) return TSN_OSM_MISSING_NODES;
        if (stats.intersections > 0) return TSN_OSM_INTERSECTION;
        if (stats.overlapping_segments > 0) return TSN_OSM_OVERLAP;
        if (stats.open_rings > 0) return TSN_OSM_OPEN_RING;
        return TSN_OSM_DEGENERATE;
    }

    template <typename... TSource>
    void run(Outgoing &outgoing, const TSource &...source) {
        m_buffer.clear();
        osmium::area::Assembler assembler{m_config};
        if (assembler(source..., m_buffer)) {
            for (const auto &area : m_buffer.select<osmium::Area>()) outgoing.add(area);
        } else {
            outgoing.set(problem(assembler.stats()));
        }
    }

public:
    AreaBuilder() { m_config.create_empty_areas = false; }

    void build(Outgoing &outgoing, const osmium::Way &way) { run(outgoing, way); }

    void build(Outgoing &outgoing, const osmium::Relation &relation,
               const std::vector<const osmium::Way *> &ways) {
        run(outgoing, relation, ways);
    }
};

/// libosmium's keeper of relations and member ways, without its demand that files be sorted.
class Areas : public osmium::relations::RelationsManager<Areas, false, true, false, false> {
    Sink &m_sink;
    AreaBuilder &m_builder;

public:
    Areas(Sink &sink, AreaBuilder &builder) : m_sink(sink), m_builder(builder) {}

    bool new_relation(const osmium::Relation &relation) const {
        const char *type = relation.tags().get_value_by_key("type", "");
        if (std::strcmp(type, "multipolygon") != 0 && std::strcmp(type, "boundary") != 0) {
            return false;
        }
        return m_sink.wants(relation.tags())
               && std::any_of(relation.members().begin(), relation.members().end(),
                              [](const osmium::RelationMember &member) {
                                  return member.type() == osmium::item_type::way;
                              });
    }

    void complete_relation(const osmium::Relation &relation) {
        std::vector<const osmium::Way *> ways;
        ways.reserve(relation.members().size());
        bool is_whole = true;
        for (const auto &member : relation.members()) {
            if (member.type() != osmium::item_type::way) continue;
            // No way has the id 0: libosmium marks with it the members that it need not wait for.
            const auto *way = member.ref() == 0 ? nullptr : get_member_way(member.ref());
            is_whole = is_whole && way != nullptr;
            ways.push_back(way);
        }
        auto &outgoing = m_sink.begin(TSN_OSM_AREA, relation);
        if (is_whole) {
            m_builder.build(outgoing, relation, ways);
        } else {
            outgoing.set(TSN_OSM_MISSING_MEMBERS);
        }
        m_sink.put();
    }

    void put_incomplete() {
        for_each_incomplete_relation([this](const osmium::relations::RelationHandle &handle) {
            m_sink.begin(TSN_OSM_AREA, *handle).set(TSN_OSM_MISSING_MEMBERS);
            m_sink.put();
        });
    }
};

} // namespace tsn

#endif
