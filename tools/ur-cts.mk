# UR's own tests of sharing as one program: make -f tools/ur-cts.mk UR=TREE GOOGLETEST=DIR LOADER=FILE, in the folder for it.
#
# Google's test library is compiled along. Adapters have further tests of their own, which look into their handles; these
# are for all.

SOURCES := $(wildcard $(UR)/test/conformance/source/*.cpp $(UR)/test/conformance/testing/source/*.cpp \
    $(UR)/test/conformance/event/urIPC*.cpp $(UR)/test/conformance/virtual_memory/urIPC*.cpp)
OBJECTS := $(notdir $(SOURCES:.cpp=.o)) gtest-all.o
VPATH := $(sort $(dir $(SOURCES))) $(GOOGLETEST)/src
CPPFLAGS := -I$(UR)/include -I$(UR)/source/common -I$(UR)/test/conformance/testing/include \
    -I$(GOOGLETEST)/include -I$(GOOGLETEST) -DDEVICES_ENVIRONMENT
# Their warnings are for those who work on them.
CXXFLAGS := -std=c++17 -O1 -w -MMD

# The loader's own needs are there where it runs.
ur-cts: $(OBJECTS)
	$(CXX) -o $@ $^ $(LOADER) -pthread -Wl,--allow-shlib-undefined

%.o: %.cc
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ $<

%.o: %.cpp
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ $<

-include $(OBJECTS:.o=.d)
