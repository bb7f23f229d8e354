import { ask, type ReadyModel, signature, yesNoNa } from './questions.ts'

/** "Passaggio di gestione": a record of what is handed over, not an examination, hence without a score. */
export const pass: ReadyModel = {
  description: 'Verbale di consegna dell’impianto tra gestore uscente e subentrante.',
  minutes: 60,
  periodicity: null,
  color: 'gray',
  icon: 'key',
  definition: {
    code: 'PASS',
    name: 'Passaggio di gestione',
    intro:
      'Compilare alla presenza del gestore uscente e del subentrante. I totalizzatori e le giacenze fanno fede per i conteggi di chiusura.',
    scoring: false,
    ticket_mode: 'none',
    categories: [
      {
        key: 'c_pass_parti',
        name: 'Parti',
        questions: [
          ask('textarea', 'q_pass_presenti', 'Parti presenti', { max_length: 1000, help: 'Nome, qualità e documento di ciascuno.' }),
          ask('datetime', 'q_pass_ora', 'Data e ora della consegna', { prefill: 'now', not_after: 'today+1' }),
        ],
      },
      {
        key: 'c_pass_letture',
        name: 'Letture e giacenze',
        questions: [
          ask('table', 'q_pass_totalizzatori', 'Totalizzatori delle pistole', {
            rows: 'guns',
            columns: [{ key: 'totalizzatore', label: 'Totalizzatore', type: 'number', unit: 'l', decimals: 2 }],
          }),
          ask('table', 'q_pass_giacenze', 'Giacenze delle cisterne', {
            rows: 'tanks',
            columns: [
              { key: 'sonda', label: 'Sonda', type: 'number', unit: 'l', decimals: 0 },
              { key: 'asta', label: 'Asta', type: 'number', unit: 'l', decimals: 0 },
              { key: 'acqua', label: 'Acqua', type: 'number', unit: 'mm', decimals: 0 },
            ],
          }),
          ask('table', 'q_pass_utenze', 'Contatori delle utenze', {
            rows: 'free',
            max_rows: 10,
            columns: [
              { key: 'utenza', label: 'Utenza', type: 'select', options: ['Elettricità', 'Acqua', 'Gas'] },
              { key: 'matricola', label: 'Matricola', type: 'text', max_length: 40 },
              { key: 'lettura', label: 'Lettura', type: 'number', decimals: 3 },
            ],
          }),
        ],
      },
      {
        key: 'c_pass_consegna',
        name: 'Consegna',
        questions: [
          ask('number', 'q_pass_fondo', 'Fondo cassa consegnato', { unit: '€', decimals: 2, min: 0 }),
          yesNoNa('q_pass_chiavi', 'Chiavi e codici consegnati?', 1, 'grave'),
          yesNoNa('q_pass_inventario', 'Inventario delle attrezzature verificato?', 1, 'lieve'),
          yesNoNa('q_pass_apparati', 'POS e apparati presenti e funzionanti?', 1, 'lieve'),
          ask('multi_choice', 'q_pass_documenti', 'Documenti consegnati', {
            options: [
              { key: 'registro', label: 'Registro di carico e scarico' },
              { key: 'licenza', label: 'Licenza fiscale' },
              { key: 'antincendio', label: 'Attestazione antincendio' },
              { key: 'metrica', label: 'Libretti metrologici' },
              { key: 'manutenzioni', label: 'Registro delle manutenzioni' },
              { key: 'dvr', label: 'DVR e attestati' },
              { key: 'contratti', label: 'Contratti delle utenze' },
              { key: 'planimetrie', label: 'Planimetrie e schede di scarico' },
            ],
          }),
          ask('photo', 'q_pass_foto', 'Foto dell’impianto', { min: 1, max: 10, gallery: true }),
        ],
      },
      {
        key: 'c_pass_firme',
        name: 'Contestazioni e firme',
        questions: [
          ask('textarea', 'q_pass_contestazioni', 'Contestazioni', { required: false, tags: ['osservazioni'] }),
          signature('q_pass_firma_subentrante', 'Firma del gestore subentrante', 'gestore'),
          signature('q_pass_firma_uscente', 'Firma del gestore uscente', 'terzo'),
          signature('q_pass_firma_azienda', 'Firma per l’azienda', 'ispettore'),
        ],
      },
    ],
  },
}
