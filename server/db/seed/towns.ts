import { provinces } from '../../../src/contract/kernel/provinces.ts'

/** Towns of the demonstration network: name, province, postcode, cadastral code, latitude, longitude. Place data © GeoNames, CC-BY 4.0. */
const table = `
Fidenza|PR|43036|B034|44.8669|10.0604
Carpi|MO|41012|B819|44.7824|10.8777
Faenza|RA|48018|D458|44.2901|11.8795
Lugo|RA|48022|E730|44.4214|11.9109
Cesena|FC|47521|C573|44.1391|12.2431
Saronno|VA|21047|I441|45.6251|9.0352
Desenzano del Garda|BS|25015|D284|45.4713|10.5356
Conegliano|TV|31015|C957|45.8880|12.3020
Chioggia|VE|30015|C638|45.2186|12.2777
Rovereto|TN|38068|H612|45.8904|11.0405
Merano|BZ|39012|F132|46.6682|11.1595
Monfalcone|GO|34074|F356|45.8046|13.5329
Alba|CN|12051|A124|44.6999|8.0347
Ivrea|TO|10015|E379|45.4672|7.8762
Casale Monferrato|AL|15033|B885|45.1334|8.4525
Rapallo|GE|16035|H183|44.3496|9.2280
Empoli|FI|50053|D403|43.7180|10.9476
Cecina|LI|57023|C415|43.3062|10.5173
Foligno|PG|06034|D653|42.9549|12.7027
Orvieto|TR|05018|G148|42.7192|12.1125
Fano|PU|61032|D488|43.8405|13.0167
Civitavecchia|RM|00053|C773|42.0932|11.7967
Pomezia|RM|00071|G811|41.6693|12.5012
Velletri|RM|00049|L719|41.6857|12.7775
Cassino|FR|03043|C034|41.4858|13.8284
Vasto|CH|66054|E372|42.1115|14.7065
Termoli|CB|86039|L113|41.9999|14.9939
Aversa|CE|81031|A512|40.9726|14.2074
Nola|NA|80035|F924|40.9261|14.5282
Battipaglia|SA|84091|A717|40.6086|14.9821
Melfi|PZ|85025|F104|40.9957|15.6558
Altamura|BA|70022|A225|40.8266|16.5495
Monopoli|BA|70043|F376|40.9492|17.2972
Gallipoli|LE|73014|D883|40.0559|17.9909
Rende|CS|87036|H235|39.3315|16.1804
Lamezia Terme|CZ|88046|M208|38.9626|16.3094
Milazzo|ME|98057|F206|38.2201|15.2402
Bagheria|PA|90011|A546|38.0789|13.5124
Olbia|SS|07026|G015|40.9234|9.4980
Alghero|SS|07041|A192|40.5597|8.3195
Cantù|CO|22063|B639|45.7410|9.1308
Sant'Ilario d'Enza|RE|42049|I342|44.7589|10.4474`

export interface Town {
  name: string
  province: string
  region: string
  cap: string
  cadastral: string
  latitude: number
  longitude: number
}
export const towns: readonly Town[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', province = '', cap = '', cadastral = '', latitude, longitude] = line.split('|')
    return {
      name,
      province,
      region: provinces.get(province)!.region,
      cap,
      cadastral,
      latitude: Number(latitude),
      longitude: Number(longitude),
    }
  })
