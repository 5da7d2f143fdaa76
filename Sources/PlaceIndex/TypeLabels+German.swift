extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let german = """
        alpine_hut=Berghütte; animal_shelter=Tierheim; apartment=Ferienwohnung;
        archaeological_site=Archäologische Stätte; artwork=Kunstwerk; arts_centre=Kulturzentrum;
        assembly_point=Sammelplatz; atm=Geldautomat; attraction=Sehenswürdigkeit;
        bakery=Bäckerei; bandstand=Musikpavillon; bank=Bank; bar=Bar; bathing_place=Badeplatz;
        bbq=Grillplatz; beach=Strand; bench=Sitzbank; bicycle_parking=Fahrradständer;
        bicycle_rental=Fahrradverleih; bicycle_repair_station=Fahrradreparaturstation;
        bird_hide=Vogelbeobachtungshütte; boundary_stone=Grenzstein; brothel=Bordell;
        bus_station=Busbahnhof; bus_stop=Bushaltestelle; butcher=Metzgerei; cafe=Café;
        cairn=Steinmann; camp_site=Campingplatz; cannon=Kanone; car_rental=Autovermietung;
        car_repair=Autowerkstatt; car_sharing=Carsharing; car_wash=Autowäsche;
        caravan_site=Wohnmobilstellplatz; castle=Burg oder Schloss; cave_entrance=Höhleneingang;
        chalet=Ferienhaus; charging_station=Ladestation; childcare=Kinderbetreuung;
        chimney=Schornstein; cinema=Kino; city_gate=Stadttor; clinic=Klinik; clock=Uhr;
        clothes=Bekleidungsgeschäft; college=Berufsschule; communications_tower=Fernmeldeturm;
        community_centre=Gemeindezentrum; compressed_air=Druckluft;
        convenience=Lebensmittelladen; courthouse=Gericht; crane=Kran; crematorium=Krematorium;
        cross=Kreuz; dam=Damm; defibrillator=Defibrillator; dentist=Zahnarzt;
        doctors=Arztpraxis; dog_park=Hundeauslauf; drinking_water=Trinkwasser;
        embassy=Botschaft; fast_food=Schnellimbiss; ferry_terminal=Fähranleger;
        fire_station=Feuerwache; firepit=Feuerstelle; fitness_station=Fitnessgeräte;
        flagpole=Fahnenmast; fort=Festung; fountain=Brunnen; fuel=Tankstelle; gallery=Galerie;
        geyser=Geysir; golf_course=Golfplatz; grave_yard=Friedhof; grit_bin=Streugutkiste;
        guest_house=Pension; hairdresser=Friseur; halt=Haltepunkt;
        helipad=Hubschrauberlandeplatz; hospital=Krankenhaus; hostel=Hostel;
        hot_spring=Thermalquelle; hotel=Hotel; hunting_stand=Hochsitz; ice_cream=Eisdiele;
        ice_rink=Eisbahn; information=Information; kindergarten=Kindergarten;
        library=Bibliothek; lifeguard=Rettungsschwimmer; lighthouse=Leuchtturm;
        lock_gate=Schleusentor; manor=Gutshaus; marina=Jachthafen; marketplace=Marktplatz;
        mast=Mast; memorial=Denkmal; milestone=Meilenstein; mine=Bergwerk;
        miniature_golf=Minigolf; monument=Monument; motorcycle_parking=Motorradparkplatz;
        museum=Museum; nature_reserve=Naturschutzgebiet; nightclub=Nachtclub; obelisk=Obelisk;
        observatory=Sternwarte; outdoor_seating=Außenbereich; park=Park; parking=Parkplatz;
        payment_terminal=Bezahlterminal; peak=Gipfel; pharmacy=Apotheke; phone=Notruftelefon;
        picnic_site=Picknickplatz; picnic_table=Picknicktisch; pier=Steg; pitch=Sportplatz;
        place_of_worship=Gotteshaus; playground=Spielplatz; police=Polizei;
        post_box=Briefkasten; post_office=Postamt; prison=Gefängnis; pub=Kneipe;
        public_bath=Badeanstalt; public_bookcase=Bücherschrank; recycling=Wertstoffsammlung;
        restaurant=Restaurant; rock=Fels; ruins=Ruine; saddle=Bergsattel; sauna=Sauna;
        school=Schule; shelter=Unterstand; shower=Dusche; siren=Sirene; slipway=Slipanlage;
        social_facility=Soziale Einrichtung; sports_centre=Sportzentrum; spring=Quelle;
        stadium=Stadion; station=Bahnhof; stone=Findling; subway_entrance=U-Bahn-Eingang;
        supermarket=Supermarkt; swimming_pool=Schwimmbecken; taxi=Taxistand; telephone=Telefon;
        theatre=Theater; theme_park=Freizeitpark; toilets=Toiletten; tomb=Grabmal; tower=Turm;
        townhall=Rathaus; tram_stop=Straßenbahnhaltestelle; tree=Baum; university=Universität;
        vending_machine=Verkaufsautomat; veterinary=Tierarzt; viewpoint=Aussichtspunkt;
        volcano=Vulkan; waste_basket=Abfalleimer; waste_disposal=Müllcontainer;
        water_park=Freizeitbad; water_point=Wasserstelle; water_tower=Wasserturm;
        water_well=Wasserbrunnen; waterfall=Wasserfall; watering_place=Tränke;
        watermill=Wassermühle; wayside_cross=Wegkreuz; wayside_shrine=Bildstock; weir=Wehr;
        wilderness_hut=Schutzhütte; wildlife_hide=Wildbeobachtungshütte; windmill=Windmühle;
        zoo=Zoo;
        """
}
