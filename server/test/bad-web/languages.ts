// Paragraphs in the scripts that old encodings were made for: enough for a detector to go by.

export const paragraphs = {
  chinese:
    '这座灯塔建于一八七一年，位于岛屿的最南端。当时的守塔人每天晚上都要点亮油灯，为来往的船只指引方向。后来由于技术的发展，灯塔改用电力，守塔人也就离开了这里。现在它是一个博物馆，每年有很多游客前来参观，了解航海的历史。',
  traditional:
    '這座燈塔建於一八七一年，位於島嶼的最南端。當時的守塔人每天晚上都要點亮油燈，為來往的船隻指引方向。後來由於技術的發展，燈塔改用電力，守塔人也就離開了這裡。現在它是一個博物館，每年有很多遊客前來參觀，了解航海的歷史。',
  japanese:
    'この灯台は明治四年に建てられ、島の南の端に立っています。当時の灯台守は毎晩油のランプに火をともし、行き交う船に方向を示しました。その後、技術の発展によって電気に変わり、灯台守はここを離れました。今は博物館になっていて、毎年多くの人が訪れています。',
  korean:
    '이 등대는 천팔백칠십일년에 세워졌으며 섬의 남쪽 끝에 있습니다. 당시의 등대지기는 매일 밤 등불을 밝혀 오가는 배들에게 방향을 알려 주었습니다. 그 후 기술이 발전하면서 전기를 사용하게 되었고 등대지기는 이곳을 떠났습니다. 지금은 박물관이 되어 해마다 많은 사람들이 찾아옵니다.',
  russian:
    'Этот маяк был построен в 1871 году на южной оконечности острова. В то время смотритель каждый вечер зажигал масляную лампу, чтобы указывать путь проходящим кораблям. Позже, когда появилось электричество, смотритель покинул это место. Сейчас здесь находится музей, и каждый год сюда приезжает много людей.',
  polish:
    'Ta latarnia morska została zbudowana w 1871 roku na południowym krańcu wyspy. W tamtych czasach latarnik każdego wieczoru zapalał lampę olejową, aby wskazywać drogę przepływającym statkom. Później, gdy pojawiła się elektryczność, latarnik opuścił to miejsce. Dziś jest tu muzeum, które co roku odwiedza wielu gości z całego świata. Można się tu dowiedzieć, jak żyli dawni żeglarze i dlaczego tak łatwo się gubili.',
  german:
    'Dieser Leuchtturm wurde 1871 an der südlichen Spitze der Insel gebaut. Damals zündete der Wärter jeden Abend eine Öllampe an, um den vorüberfahrenden Schiffen den Weg zu weisen. Später kam die Elektrizität, und der Wärter verließ diesen Ort. Heute ist hier ein Museum, das jährlich viele Gäste besuchen, die über das frühere Leben der Seeleute hören möchten.',
  greek:
    'Αυτός ο φάρος χτίστηκε το 1871 στο νότιο άκρο του νησιού. Εκείνη την εποχή ο φαροφύλακας άναβε κάθε βράδυ μια λάμπα λαδιού για να δείχνει τον δρόμο στα πλοία που περνούσαν. Αργότερα ήρθε ο ηλεκτρισμός και ο φαροφύλακας έφυγε από εδώ. Σήμερα είναι μουσείο και κάθε χρόνο το επισκέπτονται πολλοί άνθρωποι.',
  turkish:
    'Bu deniz feneri 1871 yılında adanın güney ucunda inşa edildi. O zamanlar fener bekçisi her akşam geçen gemilere yol göstermek için bir yağ lambası yakardı. Daha sonra elektrik geldi ve bekçi buradan ayrıldı. Bugün burası bir müzedir ve her yıl çok sayıda kişi tarafından ziyaret edilir. Eski denizcilerin nasıl yaşadığını ve neden kolayca kaybolduklarını öğrenmek mümkündür.',
  hebrew:
    'המגדלור הזה נבנה בשנת 1871 בקצה הדרומי של האי. באותם ימים שומר המגדלור הדליק בכל ערב מנורת שמן כדי להראות את הדרך לאוניות העוברות. אחר כך הגיע החשמל והשומר עזב את המקום. היום נמצא כאן מוזיאון ובכל שנה מבקרים בו אנשים רבים מכל העולם.',
  arabic:
    'بنيت هذه المنارة سنة 1871 في الطرف الجنوبي من الجزيرة. في ذلك الوقت كان حارس المنارة يشعل كل مساء مصباح الزيت ليدل السفن العابرة على الطريق. وبعد ذلك جاءت الكهرباء وترك الحارس هذا المكان. واليوم يوجد هنا متحف يزوره كل عام كثير من الناس من جميع أنحاء العالم.',
} as const
