/**
 * The Italian provinces by region (ISTAT), as `Code=Name` in alphabetical order of the name. In Sardinia those of 2026 stand beside those that
 * were before: addresses keep their sign (`limits`).
 */
const regions: Record<string, string> = {
  Abruzzo: "CH=Chieti AQ=L'Aquila PE=Pescara TE=Teramo",
  Basilicata: 'MT=Matera PZ=Potenza',
  Calabria: 'CZ=Catanzaro CS=Cosenza KR=Crotone RC=Reggio_Calabria VV=Vibo_Valentia',
  Campania: 'AV=Avellino BN=Benevento CE=Caserta NA=Napoli SA=Salerno',
  'Emilia-Romagna': 'BO=Bologna FE=Ferrara FC=Forlì-Cesena MO=Modena PR=Parma PC=Piacenza RA=Ravenna RE=Reggio_Emilia RN=Rimini',
  'Friuli-Venezia Giulia': 'GO=Gorizia PN=Pordenone TS=Trieste UD=Udine',
  Lazio: 'FR=Frosinone LT=Latina RI=Rieti RM=Roma VT=Viterbo',
  Liguria: 'GE=Genova IM=Imperia SP=La_Spezia SV=Savona',
  Lombardia:
    'BG=Bergamo BS=Brescia CO=Como CR=Cremona LC=Lecco LO=Lodi MN=Mantova MI=Milano MB=Monza_e_Brianza PV=Pavia SO=Sondrio VA=Varese',
  Marche: 'AN=Ancona AP=Ascoli_Piceno FM=Fermo MC=Macerata PU=Pesaro_e_Urbino',
  Molise: 'CB=Campobasso IS=Isernia',
  Piemonte: 'AL=Alessandria AT=Asti BI=Biella CN=Cuneo NO=Novara TO=Torino VB=Verbano-Cusio-Ossola VC=Vercelli',
  Puglia: 'BA=Bari BT=Barletta-Andria-Trani BR=Brindisi FG=Foggia LE=Lecce TA=Taranto',
  Sardegna: 'CA=Cagliari OT=Gallura_Nord-Est_Sardegna VS=Medio_Campidano NU=Nuoro OG=Ogliastra OR=Oristano SS=Sassari SU=Sulcis_Iglesiente',
  Sicilia: 'AG=Agrigento CL=Caltanissetta CT=Catania EN=Enna ME=Messina PA=Palermo RG=Ragusa SR=Siracusa TP=Trapani',
  Toscana: 'AR=Arezzo FI=Firenze GR=Grosseto LI=Livorno LU=Lucca MS=Massa-Carrara PI=Pisa PT=Pistoia PO=Prato SI=Siena',
  'Trentino-Alto Adige': 'BZ=Bolzano TN=Trento',
  Umbria: 'PG=Perugia TR=Terni',
  "Valle d'Aosta": 'AO=Aosta',
  Veneto: 'BL=Belluno PD=Padova RO=Rovigo TV=Treviso VE=Venezia VR=Verona VI=Vicenza',
}

/** Days from or until which a province is one, where it is not as old as our data (`YYYY-MM-DD`, inclusive). The signs of Sardinia: ISTAT, 1 January 2026. */
const limits: readonly Omit<Province, 'region'>[] = [
  { sign: 'OT', name: 'Gallura Nord-Est Sardegna', from: '2026-01-01' },
  { sign: 'OG', name: 'Ogliastra', from: '2026-01-01' },
  { sign: 'VS', name: 'Medio Campidano', from: '2026-01-01' },
  { sign: 'SU', name: 'Sulcis Iglesiente', from: '2026-01-01' },
  { sign: 'SU', name: 'Sud Sardegna', to: '2025-12-31' },
]
export interface Province {
  readonly sign: string
  readonly name: string
  readonly region: string
  readonly from?: string
  readonly to?: string
}
/** Provinces by code (`PR`), in alphabetical order of the code; of two with one code, the one of today. */
export const provinces: ReadonlyMap<string, Province> = new Map(
  Object.entries(regions)
    .flatMap(([region, list]) =>
      list.split(' ').map((entry): Province => {
        const [sign = '', words = ''] = entry.split('=')
        const name = words.replaceAll('_', ' ')
        return { ...limits.find((one) => one.sign === sign && one.name === name), sign, name, region }
      }),
    )
    .sort((a, b) => (a.sign < b.sign ? -1 : 1))
    .map((province) => [province.sign, province]),
)
/** The province that had a code on a day (`YYYY-MM-DD`); undefined if it had none. */
export function provinceOn(sign: string, day: string): Province | undefined {
  const now = provinces.get(sign)
  const of = now && [now, ...limits.filter((one) => one.sign === sign).map((one) => ({ ...one, region: now.region }))]
  return of?.find(({ from = day, to = day }) => from <= day && day <= to)
}
/** Earlier provinces by name, with the code that stands for them today. */
export const formerProvinces: readonly { readonly name: string; readonly sign: string }[] = limits.filter(({ to }) => to)
export const regionNames: readonly string[] = Object.keys(regions)
