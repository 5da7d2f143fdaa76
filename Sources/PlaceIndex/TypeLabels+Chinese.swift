extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let chinese = """
        alpine_hut=高山小屋; animal_shelter=动物收容所; apartment=度假公寓; archaeological_site=考古遗址;
        artwork=艺术品; arts_centre=艺术中心; assembly_point=集合点; atm=自动取款机; attraction=景点; bakery=面包店;
        bandstand=音乐台; bank=银行; bar=酒吧; bathing_place=浴场; bbq=烧烤处; beach=海滩; bench=长椅;
        bicycle_parking=自行车停放处; bicycle_rental=自行车租赁; bicycle_repair_station=自行车维修站;
        bird_hide=观鸟屋; boundary_stone=界碑; brothel=妓院; bus_station=公交总站; bus_stop=公交站;
        butcher=肉店; cafe=咖啡馆; cairn=石堆; camp_site=露营地; cannon=大炮; car_rental=汽车租赁;
        car_repair=汽车修理; car_sharing=共享汽车; car_wash=洗车; caravan_site=房车营地; castle=城堡;
        cave_entrance=洞口; chalet=度假木屋; charging_station=充电站; childcare=托儿所; chimney=烟囱;
        cinema=电影院; city_gate=城门; clinic=诊所; clock=时钟; clothes=服装店; college=学院;
        communications_tower=通信塔; community_centre=社区中心; compressed_air=充气站; convenience=便利店;
        courthouse=法院; crane=起重机; crematorium=火葬场; cross=十字架; dam=水坝; defibrillator=除颤器;
        dentist=牙医; doctors=诊所; dog_park=狗公园; drinking_water=饮用水; embassy=大使馆; fast_food=快餐店;
        ferry_terminal=渡轮码头; fire_station=消防站; firepit=火坑; fitness_station=户外健身器材; flagpole=旗杆;
        fort=要塞; fountain=喷泉; fuel=加油站; gallery=画廊; geyser=间歇泉; golf_course=高尔夫球场;
        grave_yard=墓地; grit_bin=融雪盐箱; guest_house=宾馆; hairdresser=理发店; halt=火车停靠点;
        helipad=直升机停机坪; hospital=医院; hostel=青年旅舍; hot_spring=温泉; hotel=酒店; hunting_stand=狩猎台;
        ice_cream=冰淇淋店; ice_rink=溜冰场; information=信息点; kindergarten=幼儿园; library=图书馆;
        lifeguard=救生员; lighthouse=灯塔; lock_gate=船闸门; manor=庄园; marina=游艇码头; marketplace=市场;
        mast=杆塔; memorial=纪念物; milestone=里程碑; mine=矿山; miniature_golf=迷你高尔夫; monument=纪念碑;
        motorcycle_parking=摩托车停车场; museum=博物馆; nature_reserve=自然保护区; nightclub=夜总会; obelisk=方尖碑;
        observatory=天文台; outdoor_seating=露天座位; park=公园; parking=停车场; payment_terminal=付款终端;
        peak=山峰; pharmacy=药店; phone=紧急电话; picnic_site=野餐点; picnic_table=野餐桌; pier=码头; pitch=运动场;
        place_of_worship=宗教场所; playground=游乐场; police=警察局; post_box=邮筒; post_office=邮局;
        prison=监狱; pub=酒馆; public_bath=公共浴场; public_bookcase=公共书架; recycling=回收点; restaurant=餐馆;
        rock=岩石; ruins=遗迹; saddle=山鞍; sauna=桑拿; school=学校; shelter=避雨亭; shower=淋浴; siren=警报器;
        slipway=下水坡道; social_facility=社会福利机构; sports_centre=体育中心; spring=泉水; stadium=体育场;
        station=车站; stone=巨石; subway_entrance=地铁入口; supermarket=超市; swimming_pool=游泳池;
        taxi=出租车站; telephone=电话; theatre=剧院; theme_park=主题公园; toilets=洗手间; tomb=陵墓; tower=塔;
        townhall=市政厅; tram_stop=电车站; tree=树; university=大学; vending_machine=自动售货机;
        veterinary=兽医; viewpoint=观景点; volcano=火山; waste_basket=垃圾桶; waste_disposal=垃圾箱;
        water_park=水上乐园; water_point=取水点; water_tower=水塔; water_well=水井; waterfall=瀑布;
        watering_place=饮水处; watermill=水磨坊; wayside_cross=路边十字架; wayside_shrine=路边神龛; weir=堰;
        wilderness_hut=荒野小屋; wildlife_hide=野生动物观察屋; windmill=风车; zoo=动物园;
        """
}
