import { answeredWith, ask, expiry, lastTime, type ReadyModel, signature, yesNoNa } from './questions.ts'

/** "Antincendio". */
export const ant: ReadyModel = {
  description: 'Verifica annuale di documenti, estintori, impianti e gestione dell’emergenza.',
  minutes: 30,
  periodicity: 'annual',
  color: 'red',
  icon: 'flame',
  definition: {
    code: 'ANT',
    name: 'Antincendio',
    categories: [
      {
        key: 'c_ant_documenti',
        name: 'Documenti',
        weight: 2,
        questions: [
          yesNoNa('q_ant_scia', 'CPI / SCIA antincendio valida?', 3, 'grave', { critical: true, norm: 'D.P.R. 151/2011' }),
          expiry('q_ant_scia_scadenza', 'Scadenza dell’attestazione di rinnovo', 2, 'grave', {
            visible_if: answeredWith('q_ant_scia', 'si'),
            norm: 'D.P.R. 151/2011',
          }),
          yesNoNa('q_ant_registro', 'Registro antincendio aggiornato?', 2, 'grave', { norm: 'D.M. 1/9/2021' }),
          yesNoNa('q_ant_piano', 'Piano di emergenza presente e conosciuto?', 2, 'grave', { norm: 'D.M. 2/9/2021' }),
        ],
      },
      {
        key: 'c_ant_estintori',
        name: 'Estintori',
        weight: 3,
        repeat: { source: 'fire_extinguishers', label: 'Estintore' },
        questions: [
          ask('scan', 'q_ant_matricola', 'Matricola', {
            expect: 'equipment_number',
            help: 'Inquadrare il codice o scrivere la matricola punzonata.',
            nc: { severity: 'lieve', require: ['note'], suggestion: 'Aggiornare l’elenco degli estintori del punto vendita.' },
          }),
          yesNoNa('q_ant_posizione', 'Presente nella posizione prevista e accessibile?', 3, 'grave', { norm: 'D.M. 1/9/2021' }),
          yesNoNa('q_ant_cartellino', 'Cartellino valido e leggibile?', 2, 'grave', { norm: 'UNI 9994-1' }),
          yesNoNa('q_ant_pressione', 'Pressione del manometro nel campo verde?', 3, 'grave', {
            help: 'Rispondere N.A. per gli estintori a CO₂, che non hanno manometro.',
            suggestion: 'Sostituire o ricaricare l’estintore.',
          }),
          yesNoNa('q_ant_peso', 'Peso e carica corretti?', 2, 'grave'),
          expiry('q_ant_controllo', 'Data del prossimo controllo', 2, 'grave', { norm: 'UNI 9994-1' }),
        ],
      },
      {
        key: 'c_ant_impianti',
        name: 'Impianti',
        weight: 3,
        questions: [
          yesNoNa('q_ant_sgancio', 'Pulsante di sgancio segnalato e provato?', 3, 'critica', { critical: true }),
          yesNoNa('q_ant_terra', 'Pinza di messa a terra allo scarico efficiente?', 3, 'critica', { norm: 'D.P.R. 462/2001' }),
          yesNoNa('q_ant_sfiato', 'Valvole di sfiato integre e libere?', 2, 'grave'),
          yesNoNa('q_ant_vapori', 'Recupero vapori funzionante?', 2, 'grave', { norm: 'D.Lgs. 152/2006, art. 277' }),
          yesNoNa('q_ant_emergenza', 'Illuminazione di emergenza funzionante?', 2, 'grave'),
        ],
      },
      {
        key: 'c_ant_piazzale',
        name: 'Piazzale',
        weight: 2,
        questions: [
          yesNoNa('q_ant_distanze', 'Distanze di sicurezza rispettate?', 3, 'grave'),
          yesNoNa('q_ant_segnaletica', 'Segnaletica di divieto e di pericolo presente?', 2, 'lieve'),
          yesNoNa('q_ant_percorsi', 'Percorsi di uscita liberi?', 2, 'grave'),
          yesNoNa('q_ant_combustibile', 'Materiale combustibile depositato?', 2, 'grave', {
            invert: true,
            help: 'La risposta corretta è No: niente cartoni, bancali o bombole fuori posto.',
          }),
        ],
      },
      {
        key: 'c_ant_personale',
        name: 'Personale',
        weight: 2,
        questions: [
          ask('number', 'q_ant_addetti', 'Addetti antincendio formati', {
            weight: 2,
            min: 0,
            decimals: 0,
            ok_min: 1,
            nc: { severity: 'grave', require: ['note'] },
            norm: 'D.M. 2/9/2021',
          }),
          lastTime('q_ant_prova', 'Ultima prova di evacuazione', { required: false }),
        ],
      },
      {
        key: 'c_ant_firme',
        name: 'Firme',
        questions: [
          ask('textarea', 'q_ant_osservazioni', 'Osservazioni del gestore', { required: false, tags: ['osservazioni'] }),
          signature('q_ant_firma_gestore', 'Firma del gestore', 'gestore'),
          signature('q_ant_firma_ispettore', 'Firma dell’ispettore', 'ispettore'),
        ],
      },
    ],
  },
}
