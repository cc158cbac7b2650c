// Texts of walls, parking pages and missing pages in many languages, and the hosts of their scripts.

/** Whole titles of challenges; an article has more in its title. */
export const wallTitles =
  /^(?:just a moment\.{0,3}|attention required!? \| cloudflare|access denied|access to this page has been denied\.?|(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human.{0,20}|are you (?:a )?(?:human|robot)\??|robot (?:check|or human\?)|security check(?:point)?|checking your browser.{0,40}|ddos-guard|pardon our interruption\.{0,3}|human verification|captcha|bot (?:verification|detection|check)|making sure you'?re not a bot!?|one moment,? please\.{0,3}|un momento\.{0,3}|nur einen moment\.{0,3}|un instant\.{0,3}|request blocked|blocked|you have been blocked|sorry, you have been blocked|vercel security checkpoint|please wait\.{0,3} \| cloudflare|validate captcha|unusual traffic.{0,30})$/i

/** Sentences for visitors that are taken for bots. */
export const wallWords =
  /enable javascript and cookies to continue|checking (?:if the site connection is secure|your browser before)|verify(?:ing)? (?:that )?you are (?:a )?(?:human|not a robot)|(?:prove|confirm) (?:that )?you(?:'re| are) (?:a )?(?:human|not a robot)|complete the (?:captcha|security check)|solve (?:this|the) captcha|press (?:&|and) hold|(?:unusual|suspicious|automated) (?:traffic|activity|requests?) from your|your (?:request|access|connection) (?:has been|was) (?:blocked|denied)|you have been blocked|incapsula incident id|you don't have permission to access .{1,200} on this server|please turn javascript on and reload the page|(?:made us think|because we think) (?:that )?you(?:'re| are| were| might be) (?:a )?(?:ro)?bot|please (?:enable|turn on) cookies and (?:reload|refresh)|protected by anubis/i

export const wallMarks: [name: string, pattern: RegExp][] = [
  [
    'Cloudflare',
    /cdn-cgi\/challenge-platform\/h\/|challenges\.cloudflare\.com\/turnstile|^cf-(?:challenge|please-wait|wrapper)|^challenge-(?:form|running|error)/,
  ],
  ['DataDome', /captcha-delivery\.com|^datadome-/],
  ['PerimeterX', /captcha\.px-cdn\.net|px-cloud\.net|perimeterx\.net|^px-captcha/],
  ['Akamai', /^sec-(?:if-)?cpt|\/akam\/.{1,40}\/pixel|_sec\/cp_challenge/],
  ['Incapsula', /_incapsula_resource|^main-iframe-incapsula/],
  ['Anubis', /\.within\.website\/x\/cmd\/anubis|^anubis_/],
  ['AWS WAF', /awswaf\.com|^captcha-container$/],
  ['DDoS-Guard', /ddos-guard\.net|\.well-known\/ddos-guard/],
  ['captcha', /^(?:captcha-form|captcha-box|robot-captcha)$/],
]

export const parkingHosts =
  /(?:^|[/.@])(?:sedoparking\.com|sedo\.com\/search|parkingcrew\.net|bodis\.com|afternic\.com|dan\.com\/buy-domain|hugedomains\.com|parklogic\.com|above\.com\/marketplace|undeveloped\.com|domainmarket\.com|buydomains\.com|uniregistry\.com\/buy|parked-content\.godaddy\.com|img1?\.wsimg\.com\/parking-lander|d38psrni17bvxu\.cloudfront\.net|domainlore\.|namebright\.com\/parked)/

export const parkingWords =
  /\b(?:this |the )?(?:web )?domain(?: name)?(?: [\w.-]{3,80})? (?:is|may be|could be|might be) (?:for sale|parked|available for (?:sale|purchase))|\bbuy this domain\b|\bdiese (?:domain|webadresse)\b.{0,60}\b(?:zu verkaufen|steht zum verkauf|kaufen|geparkt)|\bce (?:nom de )?domaine est (?:à vendre|parqué)|\beste dominio est[aá] (?:en venta|a la venta|aparcado)|\bquesto dominio è in vendita|\bdomein (?:is )?te koop|\bdomena (?:jest )?na sprzedaż|\bдомен (?:продается|продаётся|припаркован)|\bthis domain (?:name )?has (?:recently )?(?:been registered|expired)\b/i

/** In titles and headings of missing pages that are served with status 200. */
export const notFoundWords =
  /(?:^|[|:–-]\s*|\berror )404(?:$|[\s|:!.–-])|(?:page|file|article|document|content|product|url|site) (?:was |is |has |could |can)?(?:not|n't|no longer)(?: be)? (?:found|available|exist)|not found$|^not found|(?:doesn't|does not|no longer) exists?|(?:can't|cannot|couldn't|could not) (?:be )?(?:find|found)|seite (?:wurde |konnte )?nicht (?:gefunden|verfügbar)|nicht gefunden$|page (?:introuvable|non trouvée)|introuvable$|p[áa]gina no (?:encontrada|existe)|no se (?:ha )?encontr|p[áa]gina n[ãa]o encontrada|pagina non trovata|pagina niet gevonden|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev ikke fundet|finnes ikke|ble ikke funnet)|sivua ei l[öo]ydy|nie (?:znaleziono|odnaleziono)|страница не найдена|не найден[ао]?$|sayfa bulunamad|nenalezena|az oldal nem található|ページが見つかりません|お探しのページ|页面不存在|找不到(?:页面|頁面|网页|網頁)|페이지를 찾을 수 없/i

export const signInPath =
  /\/(?:log-?in|sign-?in|signon|sso|auth|authenticate|session\/new|users\/sign_in|account\/login|wp-login\.php|anmelden|connexion|acceso)(?:[/.?]|$)|[?&](?:next|return_?(?:to|url)|redirect(?:_?(?:to|uri|url))?|continue|service|goto)=/i
