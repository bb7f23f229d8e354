import { answeredWith, ask, lastTime, type ReadyModel, signature, yesNoNa } from './questions.ts'

const temperatures = (label: string, limit: number) => ({
  rows: 'free' as const,
  max_rows: 20,
  columns: [
    { key: 'apparecchio', label, type: 'text' as const, max_length: 40 },
    { key: 'temperatura', label: 'Temperatura', type: 'number' as const, unit: '°C', decimals: 1, ok_max: limit },
  ],
  nc: {
    severity: 'grave' as const,
    require: ['note' as const, 'photo' as const],
    deadline_days: 3,
    suggestion: 'Spostare i prodotti e far controllare l’apparecchio.',
  },
})

/** "HACCP bar". */
export const haccp: ReadyModel = {
  description: 'Autocontrollo igienico del bar e del punto ristoro.',
  minutes: 30,
  periodicity: 'semiannual',
  color: 'amber',
  icon: 'coffee',
  definition: {
    code: 'HACCP',
    name: 'HACCP bar',
    categories: [
      {
        key: 'c_haccp_documenti',
        name: 'Manuale e registri',
        weight: 1,
        questions: [
          yesNoNa('q_haccp_manuale', 'Manuale di autocontrollo e registri presenti e compilati?', 2, 'grave', { norm: 'Reg. CE 852/2004' }),
          yesNoNa('q_haccp_attestati', 'Attestati degli alimentaristi validi?', 2, 'grave'),
          yesNoNa('q_haccp_allergeni', 'Elenco degli allergeni esposto?', 2, 'grave', { norm: 'Reg. UE 1169/2011' }),
        ],
      },
      {
        key: 'c_haccp_freddo',
        name: 'Temperature e conservazione',
        weight: 2,
        questions: [
          ask('table', 'q_haccp_frigo', 'Temperature dei frigoriferi', {
            ...temperatures('Frigorifero', 4),
            help: 'Devono essere al massimo di 4 °C.',
          }),
          ask('table', 'q_haccp_congelatori', 'Temperature dei congelatori', {
            ...temperatures('Congelatore', -18),
            required: false,
            help: 'Devono essere al massimo di −18 °C.',
          }),
          yesNoNa('q_haccp_scadenze', 'Prodotti entro la scadenza?', 3, 'grave', {
            critical: true,
            suggestion: 'Eliminare subito i prodotti scaduti.',
          }),
          yesNoNa('q_haccp_separazione', 'Crudo e cotto separati?', 3, 'grave'),
        ],
      },
      {
        key: 'c_haccp_pulizia',
        name: 'Pulizia e igiene',
        weight: 2,
        questions: [
          yesNoNa('q_haccp_banco', 'Banco e piani di lavoro puliti?', 2, 'lieve'),
          yesNoNa('q_haccp_caffe', 'Macchina del caffè pulita?', 1, 'lieve'),
          yesNoNa('q_haccp_sanificazione', 'Piano di sanificazione esposto e firmato?', 2, 'lieve'),
          yesNoNa('q_haccp_igiene', 'Divise pulite e igiene personale corretta?', 2, 'lieve'),
          ask('photo', 'q_haccp_foto', 'Foto del banco', { min: 1, max: 4 }),
        ],
      },
      {
        key: 'c_haccp_infestanti',
        name: 'Disinfestazione e rifiuti',
        weight: 1,
        questions: [
          yesNoNa('q_haccp_contratto', 'Contratto di disinfestazione attivo?', 2, 'grave'),
          lastTime('q_haccp_disinfestazione', 'Ultimo intervento di disinfestazione', {
            visible_if: answeredWith('q_haccp_contratto', 'si'),
          }),
          yesNoNa('q_haccp_rifiuti', 'Rifiuti in contenitori chiusi?', 1, 'lieve'),
          ask('yes_no', 'q_haccp_frittura', 'Nel locale si frigge?', { weight: 0 }),
          yesNoNa('q_haccp_olio', 'Olio di frittura sostituito e smaltito correttamente?', 2, 'grave', {
            visible_if: answeredWith('q_haccp_frittura', 'si'),
          }),
        ],
      },
      {
        key: 'c_haccp_firme',
        name: 'Firme',
        questions: [
          ask('textarea', 'q_haccp_osservazioni', 'Osservazioni del gestore', { required: false, tags: ['osservazioni'] }),
          signature('q_haccp_firma_gestore', 'Firma del gestore', 'gestore'),
          signature('q_haccp_firma_ispettore', 'Firma dell’ispettore', 'ispettore'),
        ],
      },
    ],
  },
}
