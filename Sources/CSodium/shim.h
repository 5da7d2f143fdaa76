#ifndef TURNSTONE_CSODIUM_SHIM_H
#define TURNSTONE_CSODIUM_SHIM_H

#include <sodium.h>

#endif
