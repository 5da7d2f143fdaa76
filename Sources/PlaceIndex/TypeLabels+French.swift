extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let french = """
        alpine_hut=Refuge de montagne; animal_shelter=Refuge pour animaux;
        apartment=Appartement de vacances; archaeological_site=Site archéologique;
        artwork=Œuvre d’art; arts_centre=Centre culturel; assembly_point=Point de rassemblement;
        atm=Distributeur de billets; attraction=Attraction; bakery=Boulangerie;
        bandstand=Kiosque à musique; bank=Banque; bar=Bar; bathing_place=Lieu de baignade;
        bbq=Barbecue; beach=Plage; bench=Banc; bicycle_parking=Parking à vélos;
        bicycle_rental=Location de vélos; bicycle_repair_station=Station de réparation de vélos;
        bird_hide=Observatoire ornithologique; boundary_stone=Borne; brothel=Maison close;
        bus_station=Gare routière; bus_stop=Arrêt de bus; butcher=Boucherie; cafe=Café;
        cairn=Cairn; camp_site=Camping; cannon=Canon; car_rental=Location de voitures;
        car_repair=Garage; car_sharing=Autopartage; car_wash=Lavage auto;
        caravan_site=Aire de camping-cars; castle=Château; cave_entrance=Entrée de grotte;
        chalet=Chalet; charging_station=Borne de recharge; childcare=Garderie; chimney=Cheminée;
        cinema=Cinéma; city_gate=Porte de ville; clinic=Clinique; clock=Horloge;
        clothes=Magasin de vêtements; college=Établissement d’enseignement;
        communications_tower=Tour de télécommunications; community_centre=Salle communautaire;
        compressed_air=Gonflage; convenience=Supérette; courthouse=Tribunal; crane=Grue;
        crematorium=Crématorium; cross=Croix; dam=Barrage; defibrillator=Défibrillateur;
        dentist=Dentiste; doctors=Cabinet médical; dog_park=Parc à chiens;
        drinking_water=Eau potable; embassy=Ambassade; fast_food=Restauration rapide;
        ferry_terminal=Gare maritime; fire_station=Caserne de pompiers; firepit=Foyer;
        fitness_station=Parcours de santé; flagpole=Mât de drapeau; fort=Fort;
        fountain=Fontaine; fuel=Station-service; gallery=Galerie; geyser=Geyser;
        golf_course=Golf; grave_yard=Cimetière; grit_bin=Bac à sel; guest_house=Maison d’hôtes;
        hairdresser=Coiffeur; halt=Halte ferroviaire; helipad=Hélisurface; hospital=Hôpital;
        hostel=Auberge de jeunesse; hot_spring=Source chaude; hotel=Hôtel;
        hunting_stand=Mirador de chasse; ice_cream=Glacier; ice_rink=Patinoire;
        information=Information; kindergarten=École maternelle; library=Bibliothèque;
        lifeguard=Poste de secours; lighthouse=Phare; lock_gate=Porte d’écluse; manor=Manoir;
        marina=Port de plaisance; marketplace=Marché; mast=Mât; memorial=Mémorial;
        milestone=Borne milliaire; mine=Mine; miniature_golf=Mini-golf; monument=Monument;
        motorcycle_parking=Parking à motos; museum=Musée; nature_reserve=Réserve naturelle;
        nightclub=Boîte de nuit; obelisk=Obélisque; observatory=Observatoire;
        outdoor_seating=Terrasse; park=Parc; parking=Parking;
        payment_terminal=Terminal de paiement; peak=Sommet; pharmacy=Pharmacie;
        phone=Téléphone d’urgence; picnic_site=Aire de pique-nique;
        picnic_table=Table de pique-nique; pier=Jetée; pitch=Terrain de sport;
        place_of_worship=Lieu de culte; playground=Aire de jeux; police=Police;
        post_box=Boîte aux lettres; post_office=Bureau de poste; prison=Prison; pub=Pub;
        public_bath=Bains publics; public_bookcase=Boîte à livres; recycling=Recyclage;
        restaurant=Restaurant; rock=Rocher; ruins=Ruines; saddle=Col; sauna=Sauna; school=École;
        shelter=Abri; shower=Douche; siren=Sirène; slipway=Cale de mise à l’eau;
        social_facility=Établissement social; sports_centre=Centre sportif; spring=Source;
        stadium=Stade; station=Gare; stone=Bloc rocheux; subway_entrance=Entrée de métro;
        supermarket=Supermarché; swimming_pool=Piscine; taxi=Station de taxis;
        telephone=Téléphone; theatre=Théâtre; theme_park=Parc d’attractions; toilets=Toilettes;
        tomb=Tombe; tower=Tour; townhall=Hôtel de ville; tram_stop=Arrêt de tramway; tree=Arbre;
        university=Université; vending_machine=Distributeur automatique; veterinary=Vétérinaire;
        viewpoint=Point de vue; volcano=Volcan; waste_basket=Poubelle;
        waste_disposal=Conteneur à déchets; water_park=Parc aquatique; water_point=Point d’eau;
        water_tower=Château d’eau; water_well=Puits; waterfall=Cascade;
        watering_place=Abreuvoir; watermill=Moulin à eau; wayside_cross=Croix de chemin;
        wayside_shrine=Oratoire; weir=Seuil; wilderness_hut=Cabane;
        wildlife_hide=Observatoire de la faune; windmill=Moulin à vent; zoo=Zoo;
        """
}
