#ifndef TURNSTONE_CPROJ_SHIM_H
#define TURNSTONE_CPROJ_SHIM_H

#include <geodesic.h>
#include <proj.h>

#endif
