#ifndef TURNSTONE_CZLIB_SHIM_H
#define TURNSTONE_CZLIB_SHIM_H

#include <zlib.h>

#endif
