import { ask, type ReadyModel, signature, yesNoNa } from './questions.ts'

/** "Self GPL": requirements of the unattended dispensing of LPG. */
export const gpl: ReadyModel = {
  description: 'Requisiti del rifornimento GPL in modalità self service.',
  minutes: 20,
  periodicity: 'semiannual',
  color: 'green',
  icon: 'propane-tank',
  definition: {
    code: 'GPL',
    name: 'Self GPL',
    require: { gps: true },
    categories: [
      {
        key: 'c_gpl_sicurezza',
        name: 'Dispositivi di sicurezza',
        weight: 3,
        questions: [
          yesNoNa('q_gpl_video', 'Videosorveglianza con registrazione attiva?', 3, 'grave', { norm: 'D.M. 31/3/2014' }),
          yesNoNa('q_gpl_uomo', 'Pulsante a uomo presente funzionante?', 3, 'critica', { critical: true, norm: 'D.M. 31/3/2014' }),
          yesNoNa('q_gpl_emergenza', 'Pulsante di emergenza segnalato e provato?', 3, 'critica', { critical: true }),
          yesNoNa('q_gpl_distanza', 'Distanza dal ricovero del personale e dai fabbricati rispettata?', 2, 'grave', {
            norm: 'D.P.R. 340/2003',
          }),
          yesNoNa('q_gpl_illuminazione', 'Illuminazione dell’area sufficiente di notte?', 2, 'lieve'),
        ],
      },
      {
        key: 'c_gpl_utenti',
        name: 'Utenti e informazioni',
        weight: 2,
        questions: [
          yesNoNa('q_gpl_istruzioni', 'Istruzioni e divieti esposti e leggibili?', 3, 'grave', { norm: 'D.M. 31/3/2014' }),
          yesNoNa('q_gpl_lettore', 'Lettore delle tessere funzionante?', 2, 'grave', {
            help: 'Eroga solo dopo il riconoscimento dell’utente formato.',
          }),
          yesNoNa('q_gpl_addetti', 'Elenco degli addetti formati presente?', 2, 'grave'),
          yesNoNa('q_gpl_telefono', 'Telefono di assistenza indicato e raggiungibile?', 2, 'lieve'),
        ],
      },
      {
        key: 'c_gpl_erogazione',
        name: 'Erogazione',
        weight: 2,
        questions: [
          yesNoNa('q_gpl_pistola', 'Pistola e adattatori integri e senza perdite?', 3, 'critica', { critical: true }),
          ask('single_choice', 'q_gpl_prova', 'Prova di erogazione', {
            weight: 3,
            options: [
              { key: 'regolare', label: 'Regolare', score: 1 },
              { key: 'lenta', label: 'Lenta o interrotta', score: 0.5 },
              { key: 'fallita', label: 'Non riuscita', score: 0, nc: true },
              { key: 'non_eseguita', label: 'Non eseguita', score: null },
            ],
            nc: { severity: 'grave', require: ['note'] },
          }),
          ask('photo', 'q_gpl_foto', 'Foto dell’area di rifornimento', { min: 1, max: 4 }),
        ],
      },
      {
        key: 'c_gpl_firme',
        name: 'Firme',
        questions: [
          ask('textarea', 'q_gpl_osservazioni', 'Osservazioni del gestore', { required: false, tags: ['osservazioni'] }),
          signature('q_gpl_firma_gestore', 'Firma del gestore', 'gestore'),
          signature('q_gpl_firma_ispettore', 'Firma dell’ispettore', 'ispettore'),
        ],
      },
    ],
  },
}
