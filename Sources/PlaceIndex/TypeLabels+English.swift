extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let english = """
        alpine_hut=Alpine hut; animal_shelter=Animal shelter; apartment=Holiday apartment;
        archaeological_site=Archaeological site; artwork=Artwork; arts_centre=Arts centre;
        assembly_point=Assembly point; atm=Cash machine; attraction=Attraction; bakery=Bakery;
        bandstand=Bandstand; bank=Bank; bar=Bar; bathing_place=Bathing place; bbq=Barbecue;
        beach=Beach; bench=Bench; bicycle_parking=Bicycle parking;
        bicycle_rental=Bicycle rental; bicycle_repair_station=Bicycle repair station;
        bird_hide=Bird hide; boundary_stone=Boundary stone; brothel=Brothel;
        bus_station=Bus station; bus_stop=Bus stop; butcher=Butcher; cafe=Café; cairn=Cairn;
        camp_site=Camp site; cannon=Cannon; car_rental=Car rental; car_repair=Car repair;
        car_sharing=Car sharing; car_wash=Car wash; caravan_site=Caravan site; castle=Castle;
        cave_entrance=Cave entrance; chalet=Holiday cottage; charging_station=Charging station;
        childcare=Childcare; chimney=Chimney; cinema=Cinema; city_gate=City gate; clinic=Clinic;
        clock=Clock; clothes=Clothes shop; college=College;
        communications_tower=Communications tower; community_centre=Community centre;
        compressed_air=Compressed air; convenience=Convenience store; courthouse=Courthouse;
        crane=Crane; crematorium=Crematorium; cross=Cross; dam=Dam; defibrillator=Defibrillator;
        dentist=Dentist; doctors=Doctor; dog_park=Dog park; drinking_water=Drinking water;
        embassy=Embassy; fast_food=Fast food; ferry_terminal=Ferry terminal;
        fire_station=Fire station; firepit=Fire pit; fitness_station=Outdoor gym;
        flagpole=Flagpole; fort=Fort; fountain=Fountain; fuel=Petrol station; gallery=Gallery;
        geyser=Geyser; golf_course=Golf course; grave_yard=Graveyard; grit_bin=Grit bin;
        guest_house=Guest house; hairdresser=Hairdresser; halt=Railway halt; helipad=Helipad;
        hospital=Hospital; hostel=Hostel; hot_spring=Hot spring; hotel=Hotel;
        hunting_stand=Hunting stand; ice_cream=Ice cream; ice_rink=Ice rink;
        information=Information; kindergarten=Kindergarten; library=Library;
        lifeguard=Lifeguard; lighthouse=Lighthouse; lock_gate=Lock gate; manor=Manor;
        marina=Marina; marketplace=Market place; mast=Mast; memorial=Memorial;
        milestone=Milestone; mine=Mine; miniature_golf=Miniature golf; monument=Monument;
        motorcycle_parking=Motorcycle parking; museum=Museum; nature_reserve=Nature reserve;
        nightclub=Nightclub; obelisk=Obelisk; observatory=Observatory;
        outdoor_seating=Outdoor seating; park=Park; parking=Car park;
        payment_terminal=Payment terminal; peak=Peak; pharmacy=Pharmacy; phone=Emergency phone;
        picnic_site=Picnic site; picnic_table=Picnic table; pier=Pier; pitch=Sports pitch;
        place_of_worship=Place of worship; playground=Playground; police=Police;
        post_box=Post box; post_office=Post office; prison=Prison; pub=Pub;
        public_bath=Public bath; public_bookcase=Public bookcase; recycling=Recycling;
        restaurant=Restaurant; rock=Rock; ruins=Ruins; saddle=Mountain saddle; sauna=Sauna;
        school=School; shelter=Shelter; shower=Shower; siren=Siren; slipway=Slipway;
        social_facility=Social facility; sports_centre=Sports centre; spring=Spring;
        stadium=Stadium; station=Station; stone=Boulder; subway_entrance=Subway entrance;
        supermarket=Supermarket; swimming_pool=Swimming pool; taxi=Taxi rank;
        telephone=Telephone; theatre=Theatre; theme_park=Theme park; toilets=Toilets; tomb=Tomb;
        tower=Tower; townhall=Town hall; tram_stop=Tram stop; tree=Tree; university=University;
        vending_machine=Vending machine; veterinary=Veterinary; viewpoint=Viewpoint;
        volcano=Volcano; waste_basket=Waste basket; waste_disposal=Waste container;
        water_park=Water park; water_point=Water point; water_tower=Water tower;
        water_well=Water well; waterfall=Waterfall; watering_place=Watering place;
        watermill=Watermill; wayside_cross=Wayside cross; wayside_shrine=Wayside shrine;
        weir=Weir; wilderness_hut=Wilderness hut; wildlife_hide=Wildlife hide;
        windmill=Windmill; zoo=Zoo;
        """
}
