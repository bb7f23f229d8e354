import type { LinkProps } from '@tanstack/react-router'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import {
  type Icon,
  IconBuildingBank,
  IconCalendar,
  IconCamera,
  IconClipboardText,
  IconCoinEuro,
  IconDeviceMobile,
  IconFile,
  IconFiles,
  IconGasStation,
  IconHistory,
  IconKey,
  IconList,
  IconListCheck,
  IconMap,
  IconQrcode,
  IconSettings,
  IconSpeakerphone,
  IconStack2,
  IconTicket,
  IconToolsKitchen2,
  IconUser,
  IconUsers,
} from '../../../ui/icons.tsx'

export type Shortcut = readonly [policy: PolicyName, link: LinkProps, icon: Icon, name: string, does: string]
const record = { params: { id: undefined } } as const
/** The pages of one's work, each with what it is for. */
export const work: readonly Shortcut[] = [
  ['insp.read', { to: '/verifiche' }, IconClipboardText, 'Verifiche', 'Pianificate, in corso e concluse, con esiti e PDF'],
  ['insp', { to: '/verifiche/modello' }, IconListCheck, 'Modelli', 'Le domande delle verifiche e la libreria'],
  ['net.field', { to: '/stazioni' }, IconGasStation, 'Stazioni', 'Cerca un punto vendita, le sue attrezzature, i suoi appunti'],
  ['net.field', { to: '/stazioni', search: { mappa: true } }, IconMap, 'Mappa', 'I punti vendita sulla mappa, con i filtri dell’elenco'],
  ['prices.read', { to: '/prezzi' }, IconCoinEuro, 'Prezzi', 'Prezzi in vigore e ultima comunicazione'],
  [
    'net.field',
    { to: '/q/{-$code}', params: { code: undefined } },
    IconCamera,
    'Leggi un codice',
    'Inquadra un QR: apre il punto vendita o l’attrezzatura',
  ],
  ['exp.read', { to: '/scadenze/{-$id}', ...record }, IconCalendar, 'Scadenze', 'Che cosa va fatto, ed entro quando'],
  ['net.read', { to: '/qr-fatturazione' }, IconQrcode, 'QR Impianti', 'I codici dei punti vendita, da stampare'],
  ['net.read', { to: '/riepilogo/dati' }, IconList, 'Tabella dati', 'Attrezzature e dati di tutta la rete, da filtrare ed esportare'],
  ['banks.read', { to: '/stazioni/banche/{-$id}', ...record }, IconBuildingBank, 'Banche', 'Conti, carte e documenti'],
  ['tickets.config', { to: '/tickets/categorie' }, IconTicket, 'Categorie ticket', 'Priorità, tempi e assegnatari'],
  ['users', { to: '/utenti/{-$id}', ...record }, IconUsers, 'Utenti', 'Ruoli, permessi, inviti'],
  ['users', { to: '/logs' }, IconKey, 'Accessi', 'Chi ha fatto che cosa, e da dove'],
  ['super', { to: '/dispositivi' }, IconDeviceMobile, 'Dispositivi', 'Chi ha lavoro che l’ufficio non ha ancora'],
  ['history.read', { to: '/storico-modifiche' }, IconHistory, 'Storico modifiche', 'Che cosa è cambiato, e il ripristino'],
  ['services.write', { to: '/servizi' }, IconToolsKitchen2, 'Servizi', 'I servizi che un punto vendita può offrire'],
  ['settings', { to: '/impostazioni' }, IconSettings, 'Impostazioni', 'Azienda, carburanti e invii'],
  ['comm.write', { to: '/comunicazioni' }, IconSpeakerphone, 'Comunicazioni', 'Messaggi e comunicazioni di controllo'],
  ['payroll.own', { to: '/dipendente/paghe' }, IconFile, 'Paghe', 'I cedolini, anno per anno'],
  ['payroll.own', { to: '/dipendente/cud' }, IconFile, 'Cud', 'Le Certificazioni Uniche'],
  ['docs.read', { to: '/documenti' }, IconFiles, 'Documenti', 'Circolari, procedure e moduli'],
]
/** Those that everybody has. */
export const own: readonly Shortcut[] = [
  ['auth', { to: '/storico-job/{-$id}', ...record }, IconStack2, 'Esportazioni e lavori', 'I file che hai chiesto, le modifiche in blocco'],
  ['auth', { to: '/utenti/profilo' }, IconUser, 'Il tuo profilo', 'Password, ruoli, aspetto'],
]
