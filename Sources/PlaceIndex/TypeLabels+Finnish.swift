extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let finnish = """
        alpine_hut=Alppimaja; animal_shelter=Eläinsuojelukoti; apartment=Loma-asunto;
        archaeological_site=Muinaisjäännös; artwork=Taideteos; arts_centre=Taidekeskus;
        assembly_point=Kokoontumispaikka; atm=Pankkiautomaatti; attraction=Nähtävyys;
        bakery=Leipomo; bandstand=Soittolava; bank=Pankki; bar=Baari; bathing_place=Uimapaikka;
        bbq=Grillipaikka; beach=Ranta; bench=Penkki; bicycle_parking=Pyöräpysäköinti;
        bicycle_rental=Pyörävuokraamo; bicycle_repair_station=Pyöränhuoltopiste;
        bird_hide=Lintulava; boundary_stone=Rajakivi; brothel=Bordelli;
        bus_station=Linja-autoasema; bus_stop=Bussipysäkki; butcher=Lihakauppa; cafe=Kahvila;
        cairn=Kivipyykki; camp_site=Leirintäalue; cannon=Tykki; car_rental=Autovuokraamo;
        car_repair=Autokorjaamo; car_sharing=Yhteiskäyttöautot; car_wash=Autopesula;
        caravan_site=Matkailuajoneuvoalue; castle=Linna; cave_entrance=Luolan suu;
        chalet=Loma-asunto; charging_station=Latausasema; childcare=Lastenhoito;
        chimney=Savupiippu; cinema=Elokuvateatteri; city_gate=Kaupunginportti; clinic=Klinikka;
        clock=Kello; clothes=Vaatekauppa; college=Oppilaitos;
        communications_tower=Tietoliikennetorni; community_centre=Yhteisötalo;
        compressed_air=Paineilma; convenience=Lähikauppa; courthouse=Oikeustalo; crane=Nosturi;
        crematorium=Krematorio; cross=Risti; dam=Pato; defibrillator=Defibrillaattori;
        dentist=Hammaslääkäri; doctors=Lääkäri; dog_park=Koirapuisto; drinking_water=Juomavesi;
        embassy=Suurlähetystö; fast_food=Pikaruoka; ferry_terminal=Lauttaterminaali;
        fire_station=Paloasema; firepit=Tulipaikka; fitness_station=Ulkokuntosali;
        flagpole=Lipputanko; fort=Linnoitus; fountain=Suihkulähde; fuel=Huoltoasema;
        gallery=Galleria; geyser=Geysir; golf_course=Golfkenttä; grave_yard=Hautausmaa;
        grit_bin=Hiekoituslaatikko; guest_house=Vierasmaja; hairdresser=Kampaamo; halt=Seisake;
        helipad=Helikopterikenttä; hospital=Sairaala; hostel=Hostelli; hot_spring=Kuuma lähde;
        hotel=Hotelli; hunting_stand=Metsästyslava; ice_cream=Jäätelöbaari; ice_rink=Jäähalli;
        information=Opaste; kindergarten=Päiväkoti; library=Kirjasto; lifeguard=Rantavahti;
        lighthouse=Majakka; lock_gate=Sulkuportti; manor=Kartano; marina=Venesatama;
        marketplace=Tori; mast=Masto; memorial=Muistomerkki; milestone=Kilometripylväs;
        mine=Kaivos; miniature_golf=Minigolf; monument=Monumentti;
        motorcycle_parking=Moottoripyöräpysäköinti; museum=Museo;
        nature_reserve=Luonnonsuojelualue; nightclub=Yökerho; obelisk=Obeliski;
        observatory=Observatorio; outdoor_seating=Terassi; park=Puisto; parking=Pysäköinti;
        payment_terminal=Maksupääte; peak=Huippu; pharmacy=Apteekki; phone=Hätäpuhelin;
        picnic_site=Levähdyspaikka; picnic_table=Piknikpöytä; pier=Laituri; pitch=Urheilukenttä;
        place_of_worship=Uskonnollinen rakennus; playground=Leikkikenttä; police=Poliisi;
        post_box=Postilaatikko; post_office=Postitoimisto; prison=Vankila; pub=Pubi;
        public_bath=Kylpylä; public_bookcase=Kirjanvaihtohylly; recycling=Kierrätyspiste;
        restaurant=Ravintola; rock=Kallio; ruins=Rauniot; saddle=Satula; sauna=Sauna;
        school=Koulu; shelter=Katos; shower=Suihku; siren=Sireeni; slipway=Veneluiska;
        social_facility=Sosiaalipalvelu; sports_centre=Urheilukeskus; spring=Lähde;
        stadium=Stadion; station=Asema; stone=Siirtolohkare;
        subway_entrance=Metron sisäänkäynti; supermarket=Supermarketti;
        swimming_pool=Uima-allas; taxi=Taksiasema; telephone=Puhelin; theatre=Teatteri;
        theme_park=Huvipuisto; toilets=Käymälä; tomb=Hauta; tower=Torni; townhall=Kaupungintalo;
        tram_stop=Raitiovaunupysäkki; tree=Puu; university=Yliopisto;
        vending_machine=Myyntiautomaatti; veterinary=Eläinlääkäri; viewpoint=Näköalapaikka;
        volcano=Tulivuori; waste_basket=Roskakori; waste_disposal=Jäteastia;
        water_park=Vesipuisto; water_point=Vesipiste; water_tower=Vesitorni; water_well=Kaivo;
        waterfall=Vesiputous; watering_place=Juottopaikka; watermill=Vesimylly;
        wayside_cross=Tienvarsiristi; wayside_shrine=Tienvarsikappeli; weir=Pohjapato;
        wilderness_hut=Autiotupa; wildlife_hide=Piilokoju; windmill=Tuulimylly; zoo=Eläintarha;
        """
}
