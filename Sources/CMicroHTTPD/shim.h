#ifndef TURNSTONE_CMICROHTTPD_SHIM_H
#define TURNSTONE_CMICROHTTPD_SHIM_H

#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include <microhttpd.h>

/* The functions of libmicrohttpd that take options are variadic, which Swift does not import: hence these wrappers. */

/* What tsn_mhd_start needs; `context` is handed to every callback. */
struct tsn_mhd_options {
    int listen_descriptor;
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    /* PEM texts, read while the daemon starts; both NULL for plain HTTP. */
    const char *tls_certificate;
    const char *tls_key;
    void *context;
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

/* Leaves escapes as they are: an encoded slash or NUL must still be seen as such when the path is matched. */
static inline size_t
tsn_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text)
{
    (void) context;
    (void) connection;
    return strlen(text);
}

/* What TLS may be spoken, in GnuTLS's words: 1.2 and 1.3 with ciphers that authenticate what they hide. */
#define TSN_MHD_TLS_PRIORITIES "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:-KX-ALL:+ECDHE-RSA:+ECDHE-ECDSA"

/* Starts epoll threads on a socket that listens already. NULL when it cannot. */
static inline struct MHD_Daemon *
tsn_mhd_start(const struct tsn_mhd_options *o)
{
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *) o->tls_certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *) o->tls_key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *) TSN_MHD_TLS_PRIORITIES},
        {MHD_OPTION_END, 0, NULL},
    };
    if (o->tls_key)
        flags |= MHD_USE_TLS;
    else
        tls[0].option = MHD_OPTION_END;
    /* A pool of one is refused: one thread is what MHD runs without a pool. */
    return MHD_start_daemon(
        flags, 0, o->accept, o->context, o->handler, o->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket) o->listen_descriptor,
        MHD_OPTION_CONNECTION_LIMIT, o->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
        MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
        MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context,
        MHD_OPTION_UNESCAPE_CALLBACK, &tsn_mhd_keep_escapes, (void *) 0,
        MHD_OPTION_STRICT_FOR_CLIENT, (int) 1,
        MHD_OPTION_ARRAY, tls,
        MHD_OPTION_THREAD_POOL_SIZE, o->threads > 1 ? o->threads : 0u,
        MHD_OPTION_END);
}

/* For the answer to HEAD when the length of a GET is not known: version 0.9.75 would send the end of a chunked body,
   which the client takes for the start of the next answer. This sends none, and closes the connection. */
static inline enum MHD_Result
tsn_mhd_without_chunks(struct MHD_Response *response)
{
    return MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
}

/* The socket of a connection; -1 when unknown. */
static inline int
tsn_mhd_descriptor(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int) info->connect_fd : -1;
}

/* Bytes of the present request's header, first line included; 0 before it is whole. */
static inline size_t
tsn_mhd_header_size(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/* Bytes that ever came in on a TCP socket, tcpi_bytes_received of tcp_info (Linux 4.1 and later); 0 when unknown.
   The number lies at a place of its own: the system's two headers that declare the structure exclude each other. */
static inline uint64_t
tsn_bytes_received(int descriptor)
{
    enum { protocol = 6 /* IPPROTO_TCP */, option = 11 /* TCP_INFO */, place = 128 };
    unsigned char state[place + sizeof(uint64_t)];
    socklen_t length = sizeof state;
    uint64_t bytes = 0;
    if (getsockopt(descriptor, protocol, option, state, &length) == 0 && length == sizeof state)
        memcpy(&bytes, state + place, sizeof bytes);
    return bytes;
}

/* The client's address; valid as long as the connection; may be NULL. */
static inline const struct sockaddr *
tsn_mhd_client_address(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/* What the connection callback stored for this connection. */
static inline void *
tsn_mhd_socket_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

#endif
