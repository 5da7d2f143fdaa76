/// The time zone of countries that have only one.
enum CountryTimeZones {
    /// The zone's name in the IANA time zone database; nil for a country with several, where only
    /// the map can say.
    static func zone(_ countryCode: String) -> String? { zones[countryCode] }

    /// From `zone.tab` of tzdata 2025b (public domain): the countries that it lists once.
    private static let byArea = [
        "Africa": """
        ao Luanda, bf Ouagadougou, bi Bujumbura, bj Porto-Novo, bw Gaborone,
        cf Bangui, cg Brazzaville, ci Abidjan, cm Douala, dj Djibouti, dz Algiers,
        eg Cairo, eh El_Aaiun, er Asmara, et Addis_Ababa, ga Libreville, gh Accra,
        gm Banjul, gn Conakry, gq Malabo, gw Bissau, ke Nairobi, lr Monrovia,
        ls Maseru, ly Tripoli, ma Casablanca, ml Bamako, mr Nouakchott, mw Blantyre,
        mz Maputo, na Windhoek, ne Niamey, ng Lagos, rw Kigali, sd Khartoum,
        sl Freetown, sn Dakar, so Mogadishu, ss Juba, st Sao_Tome, sz Mbabane,
        td Ndjamena, tg Lome, tn Tunis, tz Dar_es_Salaam, ug Kampala,
        za Johannesburg, zm Lusaka, zw Harare
        """,
        "America": """
        ag Antigua, ai Anguilla, bb Barbados, bo La_Paz, bq Kralendijk, bs Nassau,
        bz Belize, co Bogota, cr Costa_Rica, cu Havana, dm Dominica,
        do Santo_Domingo, gd Grenada, gf Cayenne, gp Guadeloupe, gt Guatemala,
        gy Guyana, hn Tegucigalpa, ht Port-au-Prince, jm Jamaica, kn St_Kitts,
        ky Cayman, lc St_Lucia, mq Martinique, ms Montserrat, ni Managua, pa Panama,
        pe Lima, py Asuncion, sr Paramaribo, sv El_Salvador, tc Grand_Turk,
        tt Port_of_Spain, uy Montevideo, vc St_Vincent, ve Caracas, vg Tortola
        """,
        "Arctic": """
        sj Longyearbyen
        """,
        "Asia": """
        ae Dubai, af Kabul, am Yerevan, az Baku, bd Dhaka, bh Bahrain, bn Brunei,
        bt Thimphu, ge Tbilisi, il Jerusalem, in Kolkata, iq Baghdad, ir Tehran,
        jo Amman, jp Tokyo, kg Bishkek, kh Phnom_Penh, kp Pyongyang, kr Seoul,
        kw Kuwait, la Vientiane, lb Beirut, lk Colombo, mm Yangon, np Kathmandu,
        om Muscat, ph Manila, pk Karachi, qa Qatar, sa Riyadh, sg Singapore,
        sy Damascus, th Bangkok, tj Dushanbe, tl Dili, tm Ashgabat, tw Taipei,
        vn Ho_Chi_Minh, ye Aden
        """,
        "Atlantic": """
        bm Bermuda, cv Cape_Verde, fk Stanley, fo Faroe, gs South_Georgia,
        is Reykjavik, sh St_Helena
        """,
        "Europe": """
        ad Andorra, al Tirane, at Vienna, ba Sarajevo, be Brussels, bg Sofia,
        by Minsk, ch Zurich, cz Prague, dk Copenhagen, ee Tallinn, fi Helsinki,
        fr Paris, gb London, gg Guernsey, gi Gibraltar, gr Athens, hr Zagreb,
        hu Budapest, ie Dublin, im Isle_of_Man, it Rome, je Jersey, li Vaduz,
        lt Vilnius, lu Luxembourg, lv Riga, mc Monaco, md Chisinau, me Podgorica,
        mk Skopje, mt Malta, nl Amsterdam, no Oslo, pl Warsaw, ro Bucharest,
        rs Belgrade, se Stockholm, si Ljubljana, sk Bratislava, sm San_Marino,
        tr Istanbul, va Vatican
        """,
        "Indian": """
        io Chagos, km Comoro, mg Antananarivo, mu Mauritius, mv Maldives, re Reunion,
        sc Mahe, yt Mayotte
        """,
        "Pacific": """
        ck Rarotonga, fj Fiji, nr Nauru, nu Niue, pn Pitcairn, pw Palau,
        sb Guadalcanal, tk Fakaofo, to Tongatapu, tv Funafuti, vu Efate, ws Apia
        """,
    ]

    private static let zones: [String: String] = {
        var zones: [String: String] = [:]
        for (area, countries) in byArea {
            for country in countries.split(whereSeparator: { ",\n".contains($0) }) {
                let words = country.split(separator: " ")
                if words.count == 2 { zones[String(words[0])] = "\(area)/\(words[1])" }
            }
        }
        return zones
    }()
}
