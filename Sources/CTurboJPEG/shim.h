#ifndef TURNSTONE_CTURBOJPEG_SHIM_H
#define TURNSTONE_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
