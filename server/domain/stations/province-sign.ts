import { formerProvinces, provinces } from '../../../src/contract/kernel/provinces.ts'

/** Letters only, upper case, without accents. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
/** Other spellings and obsolete codes. Of the four Sardinian provinces of 2005–2016, three are provinces again since 2026. */
const others: Record<string, string> = {
  ROMA: 'RM',
  REGGIOEMILIA: 'RE',
  REGGIONELLEMILIA: 'RE',
  REGGIODICALABRIA: 'RC',
  FORLI: 'FC',
  FO: 'FC',
  PESARO: 'PU',
  PS: 'PU',
  MONZABRIANZA: 'MB',
  MONZAEDELLABRIANZA: 'MB',
  MONZA: 'MB',
  MASSA: 'MS',
  CARRARA: 'MS',
  VERBANIA: 'VB',
  VERBANOCUSIO: 'VB',
  BARLETTA: 'BT',
  BOLZANOBOZEN: 'BZ',
  BOZEN: 'BZ',
  VALLEDAOSTA: 'AO',
  VALLEDAOSTAVALLEEDAOSTE: 'AO',
  GALLURA: 'OT',
  OLBIATEMPIO: 'OT',
  CARBONIAIGLESIAS: 'SU',
  CI: 'SU',
}
const signs = new Map([
  ...[...provinces.values()].map(({ sign, name }) => [bare(name), sign] as const),
  ...formerProvinces.map(({ sign, name }) => [bare(name), sign] as const),
  ...Object.entries(others),
  ...[...provinces.keys()].map((sign) => [sign, sign] as const),
])

/** The code of a province given as code or name, in any case and with any accents; undefined if it is none. */
export const provinceSign = (text: string): string | undefined => signs.get(bare(text))
