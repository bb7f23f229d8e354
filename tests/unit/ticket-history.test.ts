import { expect, test } from 'vitest'
import { eventText } from '../../src/features/tickets/history-text.ts'

test('a history is told in Italian sentences', () => {
  const told = (event: string, old: string | null, now: string | null, field: string | null = null) =>
    eventText({ id: 1, label: '', at: '', user: { id: 1, name: 'Elio' }, event, field, old, new: now } as Parameters<typeof eventText>[0])
  expect([
    told('stato', 'Aperto', 'In lavorazione'),
    told('chiuso', 'In attesa', 'Sostituita la scheda'),
    told('modificato', 'Normale', 'Urgente', 'Priorità'),
    told('ripristinato', 'Bassa', 'Urgente', 'Priorità'),
    told('attivita', 'Da fare', 'Fatta: Chiamare: subito'),
    told('attivita', null, 'Chiamare'),
    told('unito', null, '2026/3'),
    told('unito', '2026/2', 'Totem'),
    told('separato', '2026/3', null, 'unione'),
    told('allegato', 'foto.jpg', null),
    told('richiamato', 'In lavorazione', 'Assegnato'),
    told('richiamato', null, null),
  ]).toEqual([
    'Elio: In lavorazione (era Aperto)',
    'Elio: Chiuso (era In attesa): Sostituita la scheda',
    'Elio: Priorità: Urgente (era Normale)',
    'Elio: Priorità ripristinata: Urgente',
    'Elio: Attività completata: Chiamare: subito',
    'Elio: Attività aggiunta: Chiamare',
    'Elio: Unito al ticket 2026/3',
    'Elio: Unito qui il ticket 2026/2: Totem',
    'Elio: Annullata l’unione con il ticket 2026/3',
    'Elio: Allegato eliminato: foto.jpg',
    'Elio: Invio di un commento annullato: di nuovo Assegnato (era In lavorazione)',
    'Elio: Invio di un commento annullato',
  ])
})
