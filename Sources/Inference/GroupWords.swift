internal import GeoModel

/// Works out which group of taxa a list of labels is about, by the last words of their English names.
///
/// `Scarlet Macaw` is a bird and `Eastern Tent Caterpillar Moth` an insect. Such words stand in more than half of
/// the names of any list of one group.
enum GroupWords {
    private static let words: [String: String] = {
        let groups = [
            "Aves": """
            accentor albatross auk avocet babbler barbet bittern blackbird bluebird booby bulbul bunting \
            bustard buzzard cardinal chickadee cockatoo coot cormorant crane crow cuckoo curlew dipper \
            dove duck dunlin eagle egret eider falcon finch flamingo flycatcher fulmar gannet godwit \
            goldfinch goose grackle grebe grosbeak grouse guillemot gull harrier hawk heron hornbill \
            hummingbird ibis jay junco kestrel kingbird kingfisher kinglet lapwing lark loon lorikeet \
            macaw magpie mallard martin meadowlark merganser mockingbird nighthawk nightjar nuthatch \
            oriole osprey ostrich owl oystercatcher parakeet parrot partridge pelican penguin petrel \
            phalarope pheasant pigeon pipit plover ptarmigan puffin quail rail raven redstart robin \
            roller sandpiper sapsucker scoter shearwater shrike snipe sparrow spoonbill starling stilt \
            stint stork sunbird swallow swan swift tanager teal tern thrasher thrush tit titmouse \
            toucan towhee turkey turnstone vireo vulture wagtail warbler waxbill waxwing weaver \
            whimbrel wigeon woodpecker wren yellowlegs
            """,
            "Insecta": """
            admiral ant aphid bee beetle borer bug bumblebee butterfly caterpillar checkerspot cicada \
            clubtail cockroach crescent cricket damselfly darner dasher dragonfly duskywing earwig \
            firefly fly fritillary grasshopper hairstreak hawkmoth hopper hornet hoverfly katydid \
            lacewing ladybird looper mantid mantis mayfly meadowhawk metalmark midge mosquito moth \
            sawfly skimmer skipper spreadwing stinkbug swallowtail treehopper underwing wasp weevil
            """,
            "Mammalia": """
            antelope armadillo badger bat bear beaver bison boar bobcat buffalo chipmunk cougar coyote \
            deer dolphin elephant elk fox gazelle gibbon gopher hare hedgehog hyena ibex jackal \
            jackrabbit kangaroo lemur leopard lion lynx marmot marten mole mongoose monkey moose mouse \
            muskrat opossum otter porcupine porpoise rabbit raccoon rat seal sheep shrew skunk sloth \
            squirrel tiger vole wallaby walrus weasel whale wolf woodchuck zebra
            """,
            "Actinopterygii": """
            angelfish barracuda bass blenny bream butterflyfish carp catfish cichlid clownfish cod damsel \
            eel flounder goby grouper herring mackerel minnow mullet parrotfish perch pike pipefish \
            pufferfish salmon sculpin seahorse snapper sturgeon sunfish surgeonfish tetra triggerfish \
            trout tuna wrasse
            """,
            "Reptilia": """
            adder agama alligator anole boa cobra cooter copperhead crocodile gecko iguana kingsnake lizard \
            monitor python racer rattlesnake skink slider snake terrapin tortoise turtle viper whipsnake
            """,
            "Amphibia": "bullfrog frog newt salamander spadefoot toad treefrog",
            "Arachnida": "harvestman mite scorpion spider tarantula tick weaver",
            "Gastropoda": "cowrie limpet nudibranch slug snail whelk",
            "Malacostraca": "crab crayfish lobster prawn shrimp",
            "Fungi": """
            agaric amanita bolete bonnet bracket chanterelle earthstar inkcap milkcap morel mushroom \
            polypore puffball russula stinkhorn toadstool waxcap
            """,
            "Plantae": """
            anemone ash aster birch bluebell blueberry brome buttercup cactus campion cedar chickweed \
            clematis clover columbine cranesbill daffodil daisy dandelion elm fern fescue fir \
            fleabane foxglove gentian geranium goldenrod grass hawthorn heather hemlock honeysuckle \
            horsetail iris ivy juniper knapweed larkspur lily lupine mallow maple milkweed mint moss \
            mustard nettle nightshade oak orchid pea phlox pine plantain poplar poppy primrose ragwort \
            rose rush sage saxifrage sedge sorrel speedwell spruce sumac sunflower thistle trillium \
            vetch violet willow wormwood yarrow
            """,
        ]
        var words: [String: String] = [:]
        for (group, list) in groups {
            // A word of two groups (`weaver`: a bird, a spider) tells neither.
            for word in list.split(separator: " ").map(String.init) {
                words[word] = words[word] == nil ? group : ""
            }
        }
        return words
    }()

    /// What a list is about, and how many of its names say so.
    struct Finding {
        let group: String
        let votes: Int
    }

    /// - Returns: nil unless twenty names and a tenth of all tell, and nearly all that tell agree.
    static func group(of labels: [LabelDraft]) -> Finding? {
        var votes: [String: Int] = [:]
        for label in labels where label.scientificName != nil && label.scientificName != label.name
        {
            let last = label.name.lowercased().split { !$0.isLetter }.last.map(String.init) ?? ""
            if let group = words[last], !group.isEmpty { votes[group, default: 0] += 1 }
        }
        let all = votes.values.reduce(0, +)
        guard let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            all >= 20, all * 10 >= labels.count, best.value * 100 >= all * 95
        else { return nil }
        return Finding(group: best.key, votes: best.value)
    }
}
