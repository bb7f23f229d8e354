/** The 107 Italian provinces by region (ISTAT, since 2021 with SU for Sud Sardegna), as `Code=Name` in alphabetical order of the name. */
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
  Sardegna: 'CA=Cagliari NU=Nuoro OR=Oristano SS=Sassari SU=Sud_Sardegna',
  Sicilia: 'AG=Agrigento CL=Caltanissetta CT=Catania EN=Enna ME=Messina PA=Palermo RG=Ragusa SR=Siracusa TP=Trapani',
  Toscana: 'AR=Arezzo FI=Firenze GR=Grosseto LI=Livorno LU=Lucca MS=Massa-Carrara PI=Pisa PT=Pistoia PO=Prato SI=Siena',
  'Trentino-Alto Adige': 'BZ=Bolzano TN=Trento',
  Umbria: 'PG=Perugia TR=Terni',
  "Valle d'Aosta": 'AO=Aosta',
  Veneto: 'BL=Belluno PD=Padova RO=Rovigo TV=Treviso VE=Venezia VR=Verona VI=Vicenza',
}

export interface Province {
  readonly sign: string
  readonly name: string
  readonly region: string
}
/** Provinces by code (`PR`), in alphabetical order of the code. */
export const provinces: ReadonlyMap<string, Province> = new Map(
  Object.entries(regions)
    .flatMap(([region, list]) =>
      list.split(' ').map((entry) => {
        const [sign = '', name = ''] = entry.split('=')
        return { sign, name: name.replaceAll('_', ' '), region }
      }),
    )
    .sort((a, b) => (a.sign < b.sign ? -1 : 1))
    .map((province) => [province.sign, province]),
)
export const provinceSigns: readonly string[] = [...provinces.keys()]
export const regionNames: readonly string[] = Object.keys(regions)
