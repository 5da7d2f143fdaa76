#ifndef TURNSTONE_CSQLITE_SHIM_H
#define TURNSTONE_CSQLITE_SHIM_H

#include <stdint.h>
#include <string.h>

#include <sqlite3.h>

#include <spatialite.h>

// sqlite3_config() is variadic, which Swift does not import.

/// Puts SQLite in multi-thread mode and turns its memory statistics, which cost a global lock a
/// malloc, off. Call once, before the first connection. Returns the first result code not SQLITE_OK.
static inline int tsn_sqlite_configure(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    if (code != SQLITE_OK) return code;
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Asks the processor to have the bytes at an address, of which there are `count`, ready soon: 64 at a time. Any address
/// will do; one that is not mapped is passed over.
static inline void tsn_prefetch(const void *bytes, size_t count) {
    for (size_t offset = 0; offset < count; offset += 64) __builtin_prefetch((const char *) bytes + offset);
}

/// Of at most 64 cells of an R*Tree's node, where they lie in the file (a number of eight bytes, then west, east, south and
/// north as big-endian floats), those that meet a box: a bit for each, the first cell's the lowest. All are looked
/// at without a branch, as none can be foretold.
static inline uint64_t tsn_rtree_cells_meeting(
    const void *cells, size_t count, float west, float east, float south, float north) {
    typedef float floats __attribute__((vector_size(16)));
    typedef uint32_t words __attribute__((vector_size(16)));
    // West and south turned round, so that each edge has to be at least its limit.
    const words signs = {1u << 31, 0, 1u << 31, 0};
    const floats limits = {-east, west, -north, south};
    uint64_t bits = 0;
    for (size_t index = 0; index < count; index++) {
        words edges;
        memcpy(&edges, (const char *) cells + 24 * index + 8, sizeof edges);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        edges = edges >> 24 | (edges >> 8 & 0xFF00) | (edges << 8 & 0xFF0000) | edges << 24;
#endif
        edges ^= signs;
        words meets = (words) ((floats) edges >= limits);
#if defined(__x86_64__)
        uint64_t all = __builtin_ia32_movmskps((floats) meets) == 15;
#else
        uint64_t all = meets[0] & meets[1] & meets[2] & meets[3] & 1;
#endif
        bits |= all << index;
    }
    return bits;
}

/* Where the words of a text are written, each with a line end behind it. */
struct tsn_words {
    char *bytes;
    size_t capacity, count;
};

static inline int tsn_add_word(void *context, int flags, const char *word, int length, int start, int end) {
    struct tsn_words *words = (struct tsn_words *) context;
    (void) flags;
    (void) start;
    (void) end;
    if (words->count + (size_t) length + 1 > words->capacity) return SQLITE_TOOBIG;
    memcpy(words->bytes + words->count, word, (size_t) length);
    words->count += (size_t) length;
    words->bytes[words->count++] = '\n';
    return SQLITE_OK;
}

// FTS5's functions are reached by a pointer that a statement hands out:
// <https://www.sqlite.org/fts5.html#extending_fts5>.

/* FTS5's tokenizer `unicode61 remove_diacritics 2`. */
struct tsn_tokenizer {
    fts5_tokenizer methods;
    Fts5Tokenizer *made;
};

/// Makes the tokenizer; 0 when FTS5 is not there. Let go of it before the database is closed.
static inline struct tsn_tokenizer *tsn_tokenizer_new(sqlite3 *database) {
    fts5_api *api = 0;
    sqlite3_stmt *statement = 0;
    if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0) != SQLITE_OK) return 0;
    sqlite3_bind_pointer(statement, 1, (void *) &api, "fts5_api_ptr", 0);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
    struct tsn_tokenizer *tokenizer = (struct tsn_tokenizer *) sqlite3_malloc(sizeof *tokenizer);
    void *context = 0;
    const char *arguments[] = {"remove_diacritics", "2"};
    if (!tokenizer || !api
        || api->xFindTokenizer(api, "unicode61", &context, &tokenizer->methods) != SQLITE_OK
        || tokenizer->methods.xCreate(context, arguments, 2, &tokenizer->made) != SQLITE_OK) {
        sqlite3_free(tokenizer);
        return 0;
    }
    return tokenizer;
}

static inline void tsn_tokenizer_free(struct tsn_tokenizer *tokenizer) {
    tokenizer->methods.xDelete(tokenizer->made);
    sqlite3_free(tokenizer);
}

/// Writes the words that are found in a text, folded as a text index has them, each with a line end behind it. Returns
/// the bytes written; -1 when they do not fit or FTS5 failed.
static inline long tsn_tokenizer_words(
    struct tsn_tokenizer *tokenizer, const char *text, int length, char *words, size_t capacity) {
    struct tsn_words found = {words, capacity, 0};
    int code = tokenizer->methods.xTokenize(
        tokenizer->made, &found, FTS5_TOKENIZE_QUERY, text, length, tsn_add_word);
    return code == SQLITE_OK ? (long) found.count : -1;
}

#endif
