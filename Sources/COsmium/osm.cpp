#include "tsn_osm.h"
