extension TypeLabels {
    /// Type, equals sign, label, semicolon; singular, as it would stand on a map.
    static let chinese = """
        adit=平硐; aerodrome=机场; alcohol=酒类商店; alpine_hut=高山小屋; animal_shelter=动物收容所; antiques=古董店;
        apartment=度假公寓; arch=天然拱; archaeological_site=考古遗址; arts_centre=艺术中心; artwork=艺术品;
        assembly_point=集合点; atm=自动取款机; attraction=景点; bakery=面包店; bandstand=音乐台; bank=银行; bar=酒吧;
        bathing_place=浴场; bbq=烧烤处; beach=海滩; beacon=信标; beauty=美容院; bench=长椅; beverages=饮料店;
        bicycle=自行车店; bicycle_parking=自行车停放处; bicycle_rental=自行车租赁; bicycle_repair_station=自行车维修站;
        biergarten=啤酒花园; bird_hide=观鸟屋; bookmaker=投注站; books=书店; boundary_stone=界碑; boutique=精品店;
        bridge=桥; brothel=妓院; bureau_de_change=货币兑换处; bus_station=公交总站; bus_stop=公交站; butcher=肉店;
        cafe=咖啡馆; cairn=石堆; camp_site=露营地; campanile=钟楼; cannon=大炮; car=汽车经销店; car_parts=汽车配件店;
        car_rental=汽车租赁; car_repair=汽车修理; car_sharing=共享汽车; car_wash=洗车; caravan_site=房车营地;
        carpenter=木工坊; casino=赌场; castle=城堡; cave_entrance=洞口; chalet=度假木屋; charging_station=充电站;
        chemist=药妆店; childcare=托儿所; chimney=烟囱; cinema=电影院; city_gate=城门; citywalls=城墙; clinic=诊所;
        clock=时钟; clothes=服装店; college=学院; communications_tower=通信塔; community_centre=社区中心;
        compressed_air=充气站; computer=电脑店; confectionery=糖果店; convenience=便利店; copyshop=复印店;
        cosmetics=化妆品店; courthouse=法院; crane=起重机; crematorium=火葬场; cross=十字架; dam=水坝;
        defibrillator=除颤器; dentist=牙医; department_store=百货商店; doctors=诊所; dog_park=狗公园;
        doityourself=建材商店; drinking_water=饮用水; driving_school=驾校; dry_cleaning=干洗店;
        electronics=电器店; embassy=大使馆; fast_food=快餐店; ferry_terminal=渡轮码头; fire_station=消防站;
        firepit=火坑; fitness_station=户外健身器材; flagpole=旗杆; florist=花店; food_court=美食广场; fort=要塞;
        fountain=喷泉; fuel=加油站; furniture=家具店; gallery=画廊; gambling=博彩店; garden_centre=园艺中心;
        gasometer=储气罐; geyser=间歇泉; gift=礼品店; golf_course=高尔夫球场; grave_yard=墓地; greengrocer=果蔬店;
        greenhouse=温室; grit_bin=融雪盐箱; guest_house=宾馆; hairdresser=理发店; halt=火车停靠点; hardware=五金店;
        helipad=直升机停机坪; heliport=直升机场; hospital=医院; hostel=青年旅舍; hot_spring=温泉; hotel=酒店;
        hunting_stand=狩猎台; ice_cream=冰淇淋店; ice_rink=溜冰场; information=信息点; internet_cafe=网吧;
        jewelry=珠宝店; kiln=窑; kindergarten=幼儿园; kiosk=售货亭; laundry=洗衣店; library=图书馆; life_ring=救生圈;
        lifeguard=救生员; lighthouse=灯塔; lock_gate=船闸门; mall=购物中心; manor=庄园; marina=游艇码头;
        marketplace=市场; mast=杆塔; memorial=纪念物; milestone=里程碑; mine=矿山; mineshaft=矿井;
        miniature_golf=迷你高尔夫; mobile_phone=手机店; monastery=修道院; monitoring_station=监测站;
        monument=纪念碑; moraine=冰碛; motorcycle=摩托车店; motorcycle_parking=摩托车停车场; museum=博物馆;
        musical_instrument=乐器店; nature_reserve=自然保护区; newsagent=报刊店; nightclub=夜总会; obelisk=方尖碑;
        observatory=天文台; optician=眼镜店; outcrop=露头; outdoor=户外用品店; outdoor_seating=露天座位;
        palaeontological_site=化石遗址; park=公园; parking=停车场; pawnbroker=当铺; payment_terminal=付款终端;
        peak=山峰; pet=宠物店; pharmacy=药店; phone=紧急电话; photo=摄影店; photo_booth=自助照相亭;
        physiotherapist=理疗诊所; picnic_site=野餐点; picnic_table=野餐桌; pier=码头; pitch=运动场;
        place_of_worship=宗教场所; plaque=纪念牌; playground=游乐场; police=警察局; post_box=邮筒; post_office=邮局;
        prison=监狱; psychotherapist=心理治疗诊所; pub=酒馆; public_bath=公共浴场; public_bookcase=公共书架;
        public_building=公共建筑; recycling=回收点; rest_area=休息区; restaurant=餐馆; rock=岩石; ruins=遗迹;
        saddle=山鞍; sanitary_dump_station=房车排污站; sauna=桑拿; sawmill=锯木厂; school=学校; scout_hut=童子军小屋;
        second_hand=二手店; services=服务区; shelter=避雨亭; shoe_repair=修鞋店; shoes=鞋店; shower=淋浴; silo=筒仓;
        sinkhole=落水洞; siren=警报器; slipway=下水坡道; smoking_area=吸烟区; social_facility=社会福利机构;
        sports=体育用品店; sports_centre=体育中心; spring=泉水; stadium=体育场; station=车站; stationery=文具店;
        stone=巨石; studio=工作室; subway_entrance=地铁入口; supermarket=超市; swimming_area=游泳区;
        swimming_pool=游泳池; tailor=裁缝店; tattoo=纹身店; taxi=出租车站; telephone=电话; telescope=望远镜;
        terminal=航站楼; theatre=剧院; theme_park=主题公园; ticket=售票处; tobacco=烟草店; toilets=洗手间; tomb=陵墓;
        tower=塔; townhall=市政厅; toys=玩具店; tram_stop=电车站; travel_agency=旅行社; tree=树; turntable=铁路转盘;
        university=大学; vending_machine=自动售货机; veterinary=兽医; viewpoint=观景点; volcano=火山;
        waste_basket=垃圾桶; waste_disposal=垃圾箱; water_park=水上乐园; water_point=取水点; water_tower=水塔;
        water_well=水井; waterfall=瀑布; watering_place=饮水处; watermill=水磨坊; wayside_cross=路边十字架;
        wayside_shrine=路边神龛; weir=堰; wilderness_hut=荒野小屋; wildlife_hide=野生动物观察屋; windmill=风车;
        zoo=动物园;
        """
}
