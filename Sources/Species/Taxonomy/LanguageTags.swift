/// Languages as headers and columns of lists write them, to BCP 47 tags.
enum LanguageTags {
    /// The tag of a language by its English or own name, its ISO 639 code or its tag; nil for other
    /// text. Region and script are written as BCP 47 has it: `zh-Hant`, `pt-BR`.
    static func tag(_ text: String) -> String? {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard let first = words.first else { return nil }
        if let tag = names[words.joined(separator: " ")] { return tag }
        if let tag = threeLetters[first] { return canonical([tag] + words.dropFirst()) }
        guard (2...3).contains(first.utf8.count),
            first.utf8.allSatisfy({ (97...122).contains($0) }),
            words.dropFirst().allSatisfy({ (2...8).contains($0.utf8.count) })
        else { return nil }
        return canonical(words)
    }

    private static func canonical(_ parts: [String]) -> String {
        parts.enumerated().map { index, part in
            switch part.utf8.count {
            case 4 where index > 0: part.prefix(1).uppercased() + part.dropFirst()
            case 2 where index > 0: part.uppercased()
            default: part
            }
        }.joined(separator: "-")
    }

    /// The language of a column by its header, `English_name_Clements_v2024`, `Chinese (Traditional)`,
    /// `name_fr`; nil when the header says something else.
    static func ofHeader(_ header: String) -> String? {
        let words = header.lowercased().split { !$0.isLetter }.map(String.init)
        var tag: String?
        var isNamed = false
        var qualifiers: Set<String> = []
        for word in words {
            if let named = names[word] {
                // `Portuguese (Portuguese)` of Portugal.
                guard tag == nil || tag == named else { return nil }
                tag = named
            } else if nameWords.contains(word) {
                isNamed = true
            } else if qualifierWords.contains(word) {
                qualifiers.insert(word)
            } else if tag == nil, isNamed, word.utf8.count == 2, twoLetters.contains(word) {
                tag = word
            } else if isNamed, tag != nil, word.utf8.count == 2 || word == "hans" || word == "hant"
            {
                tag = tag.map { canonical([$0, word]) }
            } else {
                return nil
            }
        }
        if tag == "zh" {
            if qualifiers.contains("simplified") { return "zh-Hans" }
            if qualifiers.contains("traditional") || qualifiers.contains("taiwan") {
                return "zh-Hant"
            }
        }
        if tag == "pt", qualifiers.contains("brazil") || qualifiers.contains("brazilian") {
            return "pt-BR"
        }
        return tag
    }

    private static let nameWords: Set = [
        "name", "names", "common", "vernacular", "vernacularname", "commonname", "comname", "com",
        "nom", "primary", "species", "bird",
    ]

    /// Whose list it is, and what tells two columns of one language apart.
    private static let qualifierWords: Set = [
        "simplified", "traditional", "taiwan", "ioc", "avilist", "clements", "birdlife", "ebird",
        "bbl", "ibp", "hbw", "v", "gaudin", "lusophone", "brazil", "brazilian", "european",
    ]

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "=")
            for name in parts[1].split(separator: ",") { names[String(name)] = String(parts[0]) }
        }
        return names
    }()

    private static let twoLetters = Set(names.values.map { String($0.prefix(2)) })

    /// ISO 639-2 and 639-3 codes of languages that have a two-letter one.
    private static let threeLetters: [String: String] = {
        var codes: [String: String] = [:]
        for pair in threeLetterTable.split(whereSeparator: \.isWhitespace) {
            let parts = pair.split(separator: "=")
            for code in parts[1].split(separator: ",") { codes[String(code)] = String(parts[0]) }
        }
        return codes
    }()

    private static let threeLetterTable = """
        af=afr ar=ara be=bel bg=bul ca=cat cs=ces,cze da=dan de=deu,ger el=ell,gre en=eng es=spa
        et=est eu=eus,baq fa=fas,per fi=fin fr=fra,fre ga=gle gl=glg he=heb hr=hrv hu=hun id=ind
        is=isl,ice it=ita ja=jpn ko=kor lt=lit lv=lav mk=mkd,mac ml=mal ms=msa,may nb=nob nl=nld,dut
        nn=nno no=nor pl=pol pt=por ro=ron,rum ru=rus sk=slk,slo sl=slv sq=sqi,alb sr=srp sv=swe
        th=tha tr=tur uk=ukr vi=vie zh=zho,chi
        """

    private static let table = """
        af=afrikaans
        ar=arabic
        be=belarusian
        bg=bulgarian
        ca=catalan,català
        cs=czech,čeština
        cy=welsh
        da=danish,dansk
        de=german,deutsch
        el=greek,ελληνικά
        en=english,英文,英文俗名,englisch,anglais
        eo=esperanto
        es=spanish,español,castellano
        et=estonian,eesti
        eu=basque,euskara
        fa=persian,farsi
        fi=finnish,suomi
        fo=faroese
        fr=french,français
        ga=irish
        gd=gaelic
        gl=galician,galego
        he=hebrew
        hi=hindi
        hr=croatian,hrvatski
        hu=hungarian,magyar
        id=indonesian
        is=icelandic,íslenska
        it=italian,italiano
        ja=japanese,日本語,和名
        ka=georgian
        kk=kazakh
        ko=korean,한국어
        lt=lithuanian
        lv=latvian
        mk=macedonian
        ml=malayalam
        mn=mongolian
        ms=malay
        nl=dutch,nederlands
        no=norwegian,norsk
        pl=polish,polski
        pt=portuguese,português
        ro=romanian,română
        ru=russian,русский
        se=sami
        sk=slovak,slovenčina
        sl=slovenian,slovene,slovenščina
        sq=albanian
        sr=serbian,srpski
        sv=swedish,svenska
        th=thai
        tr=turkish,türkçe
        uk=ukrainian,українська
        vi=vietnamese
        zh=chinese,mandarin,中文
        zh-Hant=中文俗名,traditional chinese,繁體中文
        zh-Hans=simplified chinese,简体中文,中文名
        """
}
