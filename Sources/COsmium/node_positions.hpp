#ifndef TURNSTONE_NODE_POSITIONS_HPP
#define TURNSTONE_NODE_POSITIONS_HPP

// Positions of nodes by id, packed: about six bytes a node in place of libosmium's sixteen.

#include <osmium/osm/location.hpp>
#include <osmium/osm/types.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tsn {

/// The file for positions cannot be made or has no room left.
struct no_room {
    int error;
};

/// Bytes in pieces that never move: in memory, or in a file without a name, which is gone with its
/// descriptor, however the program ends. The file's pages are the kernel's to write out and forget.
class Arena {
    static constexpr size_t chunk_size = 4UL * 1024UL * 1024UL;

    std::vector<uint8_t *> m_chunks;
    size_t m_used = chunk_size;
    int m_descriptor = -1;

    void add_chunk() {
        int flags = MAP_PRIVATE | MAP_ANONYMOUS;
        const auto offset = static_cast<off_t>(m_chunks.size() * chunk_size);
        if (m_descriptor >= 0) {
            flags = MAP_SHARED;
            // A sparse file would end the program at the first page that finds the disk full.
            const int error = ::posix_fallocate(m_descriptor, offset, chunk_size);
            if (error != 0) throw no_room{error};
        }
        void *chunk = ::mmap(nullptr, chunk_size, PROT_READ | PROT_WRITE, flags, m_descriptor,
                             m_descriptor >= 0 ? offset : 0);
        if (chunk == MAP_FAILED) throw std::bad_alloc{};
        m_chunks.push_back(static_cast<uint8_t *>(chunk));
        m_used = 0;
    }

public:
    /// @param path A file to make and to use; nullptr: memory is used.
    explicit Arena(const char *path) {
        if (path == nullptr) return;
        m_descriptor = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (m_descriptor < 0 || ::unlink(path) != 0) {
            throw no_room{errno};
        }
    }
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;
    ~Arena() {
        for (auto *chunk : m_chunks) ::munmap(chunk, chunk_size);
        if (m_descriptor >= 0) ::close(m_descriptor);
    }

    /// Copies bytes to where they stay.
    const uint8_t *add(const uint8_t *bytes, const size_t count) {
        if (chunk_size - m_used < count) add_chunk();
        uint8_t *place = m_chunks.back() + m_used;
        std::memcpy(place, bytes, count);
        m_used += count;
        return place;
    }

    size_t used_memory() const { return m_chunks.size() * chunk_size; }
};

/// Nodes whose ids rise, in blocks: the first as it is, each further one as differences to the one
/// before in a variable number of bytes, as PBF does.
class PackedRun {
public:
    static constexpr size_t block_length = 32;

    /// A block with its differences added up.
    struct Decoded {
        const PackedRun *run = nullptr;
        size_t number = 0;
        size_t count = 0;
        std::array<uint64_t, block_length> ids;
        std::array<osmium::Location, block_length> locations;

        osmium::Location find(const uint64_t id) const {
            const auto *end = ids.begin() + count;
            const auto *found = std::lower_bound(ids.begin(), end, id);
            if (found == end || *found != id) return osmium::Location{};
            return locations[found - ids.begin()];
        }
    };

private:
    struct Block {
        uint64_t first_id;
        const uint8_t *bytes;
    };

    Arena *m_arena;
    std::vector<Block> m_blocks;
    Decoded m_pending;
    uint64_t m_last_id = 0;
    size_t m_last_block = 0;

    static uint8_t *put(uint8_t *out, uint64_t value) {
        while (value >= 0x80) {
            *out++ = static_cast<uint8_t>(value | 0x80);
            value >>= 7;
        }
        *out++ = static_cast<uint8_t>(value);
        return out;
    }

    static uint64_t take(const uint8_t *&in) {
        uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const uint8_t byte = *in++;
            value |= static_cast<uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
    }

    static uint64_t fold(const int64_t value) {
        return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
    }

    static int64_t unfold(const uint64_t value) {
        return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
    }

    size_t block_of(const uint64_t id) {
        const auto holds = [&](const size_t number) {
            return number < m_blocks.size() && m_blocks[number].first_id <= id
                   && (number + 1 == m_blocks.size() || id < m_blocks[number + 1].first_id);
        };
        // Ways take nodes in about the order they were made.
        if (!holds(m_last_block)) {
            const auto after = std::upper_bound(
                m_blocks.begin(), m_blocks.end(), id,
                [](const uint64_t wanted, const Block &block) { return wanted < block.first_id; });
            m_last_block = static_cast<size_t>(after - m_blocks.begin()) - 1;
        }
        return m_last_block;
    }

    void decode(const size_t number, Decoded &block) const {
        const uint8_t *in = m_blocks[number].bytes;
        block.run = this;
        block.number = number;
        block.count = *in++;
        uint64_t id = m_blocks[number].first_id;
        int64_t x = 0;
        int64_t y = 0;
        for (size_t index = 0; index < block.count; ++index) {
            if (index > 0) id += take(in);
            x += unfold(take(in));
            y += unfold(take(in));
            block.ids[index] = id;
            block.locations[index] = {static_cast<int32_t>(x), static_cast<int32_t>(y)};
        }
    }

public:
    explicit PackedRun(Arena &arena) : m_arena(&arena) {}

    /// Adds a node; false, and nothing is added, when its id is not greater than the last one's.
    bool add(const uint64_t id, const osmium::Location location) {
        if (id <= m_last_id && (m_pending.count > 0 || !m_blocks.empty())) return false;
        m_last_id = id;
        m_pending.ids[m_pending.count] = id;
        m_pending.locations[m_pending.count] = location;
        if (++m_pending.count == block_length) seal();
        return true;
    }

    /// Writes what waits for its block to be full; to be called before the first `find`.
    void seal() {
        if (m_pending.count == 0) return;
        std::array<uint8_t, 1 + block_length * 30> bytes;
        uint8_t *out = bytes.data();
        *out++ = static_cast<uint8_t>(m_pending.count);
        uint64_t id = m_pending.ids[0];
        int64_t x = 0;
        int64_t y = 0;
        for (size_t index = 0; index < m_pending.count; ++index) {
            if (index > 0) out = put(out, m_pending.ids[index] - id);
            id = m_pending.ids[index];
            out = put(out, fold(m_pending.locations[index].x() - x));
            out = put(out, fold(m_pending.locations[index].y() - y));
            x = m_pending.locations[index].x();
            y = m_pending.locations[index].y();
        }
        const auto count = static_cast<size_t>(out - bytes.data());
        m_blocks.push_back({m_pending.ids[0], m_arena->add(bytes.data(), count)});
        m_pending.count = 0;
    }

    /// @param cache Blocks decoded before, one of which this may replace.
    osmium::Location find(const uint64_t id, std::vector<Decoded> &cache) {
        if (m_blocks.empty() || id < m_blocks.front().first_id) return osmium::Location{};
        const size_t number = block_of(id);
        auto &block = cache[number % cache.size()];
        if (block.run != this || block.number != number) decode(number, block);
        return block.find(id);
    }

    bool empty() const { return m_blocks.empty() && m_pending.count == 0; }

    size_t used_memory() const { return m_blocks.capacity() * sizeof(Block); }
};

/// The positions of all nodes. Files whose ids rise are packed; what is out of order takes sixteen
/// bytes a node.
class NodePositions {
    Arena m_arena;
    /// By the sign of their ids; the last run of each is the current file's.
    std::vector<PackedRun> m_positive;
    std::vector<PackedRun> m_negative;
    std::vector<std::pair<osmium::object_id_type, osmium::Location>> m_unordered;
    /// Half a megabyte: what fits a core's own cache.
    std::vector<PackedRun::Decoded> m_cache{1024};

public:
    /// @param path A file to make for them; nullptr: they are kept in memory.
    explicit NodePositions(const char *path) : m_arena(path) {}

    /// To be called before each file's nodes.
    void begin_file() {
        seal();
        if (!m_positive.empty() && m_positive.back().empty() && m_negative.back().empty()) return;
        m_positive.emplace_back(m_arena);
        m_negative.emplace_back(m_arena);
    }

    void add(const osmium::object_id_type id, const osmium::Location location) {
        const bool is_added = id < 0 ? m_negative.back().add(static_cast<uint64_t>(-id), location)
                                     : m_positive.back().add(static_cast<uint64_t>(id), location);
        if (!is_added) m_unordered.emplace_back(id, location);
    }

    /// To be called after the last node.
    void prepare_for_lookup() {
        seal();
        std::sort(m_unordered.begin(), m_unordered.end(),
                  [](const auto &a, const auto &b) { return a.first < b.first; });
    }

    /// The position of a node, one of them when it was added twice. Invalid: there is none.
    osmium::Location find(const osmium::object_id_type id) {
        auto &runs = id < 0 ? m_negative : m_positive;
        const auto key = static_cast<uint64_t>(id < 0 ? -id : id);
        for (auto &run : runs) {
            const auto location = run.find(key, m_cache);
            if (location) return location;
        }
        const auto found =
            std::lower_bound(m_unordered.begin(), m_unordered.end(), id,
                             [](const auto &entry, const auto wanted) { return entry.first < wanted; });
        if (found == m_unordered.end() || found->first != id) return osmium::Location{};
        return found->second;
    }

    size_t used_memory() const {
        size_t sum = m_arena.used_memory()
                     + m_unordered.capacity() * sizeof(decltype(m_unordered)::value_type);
        for (const auto *runs : {&m_positive, &m_negative}) {
            for (const auto &run : *runs) sum += run.used_memory();
        }
        return sum;
    }

private:
    void seal() {
        for (auto *runs : {&m_positive, &m_negative}) {
            if (!runs->empty()) runs->back().seal();
        }
    }
};

} // namespace tsn

#endif
