#ifndef TURNSTONE_CMICROHTTPD_SHIM_H
#define TURNSTONE_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
