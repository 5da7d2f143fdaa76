#ifndef TURNSTONE_CEXIF_SHIM_H
#define TURNSTONE_CEXIF_SHIM_H

#include <libexif/exif-data.h>

#endif
