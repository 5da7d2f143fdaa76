extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let swedish = """
        alpine_hut=Fjällstuga; animal_shelter=Djurhem; apartment=Semesterlägenhet;
        archaeological_site=Fornlämning; artwork=Konstverk; arts_centre=Kulturhus;
        assembly_point=Återsamlingsplats; atm=Uttagsautomat; attraction=Sevärdhet;
        bakery=Bageri; bandstand=Musikpaviljong; bank=Bank; bar=Bar; bathing_place=Badplats;
        bbq=Grillplats; beach=Strand; bench=Bänk; bicycle_parking=Cykelparkering;
        bicycle_rental=Cykeluthyrning; bicycle_repair_station=Cykelreparationsstation;
        bird_hide=Fågelgömsle; boundary_stone=Gränssten; brothel=Bordell;
        bus_station=Busstation; bus_stop=Busshållplats; butcher=Charkuteri; cafe=Kafé;
        cairn=Stenröse; camp_site=Campingplats; cannon=Kanon; car_rental=Biluthyrning;
        car_repair=Bilverkstad; car_sharing=Bilpool; car_wash=Biltvätt; caravan_site=Ställplats;
        castle=Slott; cave_entrance=Grottingång; chalet=Stuga; charging_station=Laddstation;
        childcare=Barnomsorg; chimney=Skorsten; cinema=Biograf; city_gate=Stadsport;
        clinic=Klinik; clock=Klocka; clothes=Klädaffär; college=Yrkesskola;
        communications_tower=Telekommunikationstorn; community_centre=Bygdegård;
        compressed_air=Tryckluft; convenience=Närbutik; courthouse=Domstol; crane=Kran;
        crematorium=Krematorium; cross=Kors; dam=Damm; defibrillator=Hjärtstartare;
        dentist=Tandläkare; doctors=Läkare; dog_park=Hundrastgård; drinking_water=Dricksvatten;
        embassy=Ambassad; fast_food=Snabbmat; ferry_terminal=Färjeterminal;
        fire_station=Brandstation; firepit=Eldplats; fitness_station=Utegym;
        flagpole=Flaggstång; fort=Fort; fountain=Fontän; fuel=Bensinstation; gallery=Galleri;
        geyser=Gejser; golf_course=Golfbana; grave_yard=Kyrkogård; grit_bin=Sandlåda;
        guest_house=Pensionat; hairdresser=Frisör; halt=Hållplats; helipad=Helikopterplatta;
        hospital=Sjukhus; hostel=Vandrarhem; hot_spring=Varm källa; hotel=Hotell;
        hunting_stand=Jakttorn; ice_cream=Glassbar; ice_rink=Isbana; information=Information;
        kindergarten=Förskola; library=Bibliotek; lifeguard=Livräddare; lighthouse=Fyr;
        lock_gate=Slussport; manor=Herrgård; marina=Småbåtshamn; marketplace=Torg; mast=Mast;
        memorial=Minnesmärke; milestone=Milstolpe; mine=Gruva; miniature_golf=Minigolf;
        monument=Monument; motorcycle_parking=Motorcykelparkering; museum=Museum;
        nature_reserve=Naturreservat; nightclub=Nattklubb; obelisk=Obelisk;
        observatory=Observatorium; outdoor_seating=Uteservering; park=Park; parking=Parkering;
        payment_terminal=Betalterminal; peak=Topp; pharmacy=Apotek; phone=Nödtelefon;
        picnic_site=Rastplats; picnic_table=Picknickbord; pier=Brygga; pitch=Idrottsplan;
        place_of_worship=Gudstjänstlokal; playground=Lekplats; police=Polis; post_box=Brevlåda;
        post_office=Postkontor; prison=Fängelse; pub=Pub; public_bath=Badhus;
        public_bookcase=Bokbyteshylla; recycling=Återvinning; restaurant=Restaurang;
        rock=Klippa; ruins=Ruin; saddle=Bergssadel; sauna=Bastu; school=Skola;
        shelter=Vindskydd; shower=Dusch; siren=Siren; slipway=Sjösättningsramp;
        social_facility=Social verksamhet; sports_centre=Sportanläggning; spring=Källa;
        stadium=Stadion; station=Station; stone=Flyttblock; subway_entrance=Tunnelbaneingång;
        supermarket=Stormarknad; swimming_pool=Simbassäng; taxi=Taxistation; telephone=Telefon;
        theatre=Teater; theme_park=Nöjespark; toilets=Toaletter; tomb=Grav; tower=Torn;
        townhall=Stadshus; tram_stop=Spårvagnshållplats; tree=Träd; university=Universitet;
        vending_machine=Varuautomat; veterinary=Veterinär; viewpoint=Utsiktsplats;
        volcano=Vulkan; waste_basket=Papperskorg; waste_disposal=Sopcontainer;
        water_park=Äventyrsbad; water_point=Vattenpåfyllning; water_tower=Vattentorn;
        water_well=Brunn; waterfall=Vattenfall; watering_place=Vattningsplats;
        watermill=Vattenkvarn; wayside_cross=Vägkors; wayside_shrine=Vägaltare;
        weir=Överfallsdamm; wilderness_hut=Ödestuga; wildlife_hide=Viltgömsle;
        windmill=Väderkvarn; zoo=Djurpark;
        """
}
