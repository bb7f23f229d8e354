import { ask, expiry, lastTime, type ReadyModel, signature, stars, stationHas, stationOffers, yesNoNa } from './questions.ts'

/** "Verifica punto vendita". */
export const vpv: ReadyModel = {
  description: 'Controllo completo del punto vendita: immagine, prezzi, erogatori, ambiente, sicurezza, servizi, documenti e cassa.',
  minutes: 45,
  periodicity: 'every_120_days',
  color: 'petrol',
  icon: 'gas-station',
  definition: {
    code: 'VPV',
    name: 'Verifica punto vendita',
    intro:
      'Presentarsi al gestore e percorrere l’impianto nell’ordine delle sezioni.\nFotografare ogni non conformità prima di farla correggere: se è risolta sul posto, indicarlo nella nota.',
    require: { inspector_signature: true, manager_signature: true, gps: true },
    categories: [
      {
        key: 'c_vpv_immagine',
        name: 'Immagine e accoglienza',
        weight: 1,
        questions: [
          yesNoNa('q_vpv_insegna', 'Insegna e totem puliti, integri e illuminati?', 2, 'lieve', {
            help: 'Verificare anche il retro del totem e i numeri del prezzario.',
          }),
          yesNoNa('q_vpv_pensilina', 'Pensilina e colonnine pulite?', 1, 'lieve'),
          yesNoNa('q_vpv_piazzale', 'Area verde e piazzale ordinati, senza rifiuti?', 1, 'lieve'),
          yesNoNa('q_vpv_divisa', 'Personale in divisa?', 1, 'lieve', { visible_if: stationHas('serve') }),
          stars('q_vpv_accoglienza', 'Accoglienza del cliente', 2),
          ask('photo', 'q_vpv_panoramica', 'Foto panoramica', {
            min: 1,
            max: 3,
            help: 'Dalla carreggiata, con il totem dei prezzi leggibile.',
          }),
        ],
      },
      {
        key: 'c_vpv_prezzi',
        name: 'Prezzi',
        weight: 2,
        questions: [
          ask('price_check', 'q_vpv_prezzi', 'Controllo prezzi totem / erogatore', {
            weight: 3,
            critical: true,
            help: 'Riportare il prezzo letto sul totem e quello sull’erogatore. Lasciare vuoto ciò che non è esposto.',
            nc: {
              severity: 'grave',
              require: ['note', 'photo'],
              deadline_days: 1,
              suggestion: 'Allineare subito i prezzi esposti a quelli praticati.',
            },
            norm: 'D.M. 31/3/2023',
          }),
          yesNoNa('q_vpv_carreggiata', 'Prezzi visibili dalla carreggiata?', 3, 'grave', { norm: 'L. 99/2009, art. 51' }),
          yesNoNa('q_vpv_medio', 'Cartello del prezzo medio regionale esposto e aggiornato?', 2, 'grave', {
            norm: 'D.L. 5/2023',
            suggestion: 'Esporre il cartello con il prezzo medio comunicato dal MIMIT.',
          }),
          yesNoNa('q_vpv_differenza', 'Differenza tra self e servito ben indicata?', 1, 'lieve'),
          yesNoNa('q_vpv_mimit', 'Ultima comunicazione al MIMIT entro 8 giorni?', 2, 'grave', {
            norm: 'D.M. 15/10/2010',
            help: 'Osservaprezzi Carburanti: controllare la data dell’ultima comunicazione.',
          }),
        ],
      },
      {
        key: 'c_vpv_erogatori',
        name: 'Erogatori',
        weight: 2,
        repeat: { source: 'dispensers', label: 'Erogatore' },
        questions: [
          yesNoNa('q_vpv_display', 'Display e tastiera leggibili?', 1, 'lieve'),
          yesNoNa('q_vpv_pistole', 'Pistole e tubi senza perdite o lesioni?', 3, 'critica', {
            critical: true,
            suggestion: 'Mettere fuori servizio la pistola e chiamare la ditta di manutenzione.',
          }),
          yesNoNa('q_vpv_sigilli', 'Sigilli metrici integri?', 3, 'critica', { norm: 'D.M. 93/2017' }),
          yesNoNa('q_vpv_targhetta', 'Targhetta della verifica metrica valida?', 2, 'grave', { norm: 'D.M. 93/2017' }),
          expiry('q_vpv_metrica', 'Scadenza della verifica metrica', 1, 'grave', { norm: 'D.M. 93/2017' }),
          yesNoNa('q_vpv_adesivi', 'Adesivi prodotto ed etichette carburante corretti?', 1, 'lieve', { norm: 'D.Lgs. 257/2016' }),
          ask('table', 'q_vpv_totalizzatori', 'Letture dei totalizzatori', {
            rows: 'guns',
            columns: [
              { key: 'totalizzatore', label: 'Totalizzatore', type: 'number', unit: 'l', decimals: 2 },
              { key: 'nota', label: 'Nota', type: 'text' },
            ],
          }),
        ],
      },
      {
        key: 'c_vpv_ambiente',
        name: 'Cisterne e ambiente',
        weight: 2,
        questions: [
          yesNoNa('q_vpv_pozzetti', 'Pozzetti di carico puliti, tappi e guarnizioni integri?', 2, 'grave'),
          yesNoNa('q_vpv_bocchettoni', 'Targhette prodotto sui bocchettoni?', 2, 'grave'),
          yesNoNa('q_vpv_giacenze', 'Giacenze della sonda coerenti con i registri?', 2, 'grave'),
          yesNoNa('q_vpv_disoleatore', 'Disoleatore pulito, griglie libere?', 2, 'grave', { norm: 'D.Lgs. 152/2006' }),
          lastTime('q_vpv_svuotamento', 'Ultimo svuotamento del disoleatore', { required: false }),
          yesNoNa('q_vpv_assorbente', 'Materiale assorbente disponibile?', 1, 'lieve'),
        ],
      },
      {
        key: 'c_vpv_sicurezza',
        name: 'Sicurezza',
        weight: 2,
        questions: [
          yesNoNa('q_vpv_estintori', 'Estintori in numero, accessibili e con cartellino valido?', 3, 'grave', {
            norm: 'D.M. 1/9/2021',
            help: 'Almeno uno ogni isola; non coperti da merce.',
            suggestion: 'Ripristinare la posizione e il controllo degli estintori.',
          }),
          yesNoNa('q_vpv_sgancio', 'Pulsante di sgancio segnalato e provato?', 3, 'critica', { critical: true }),
          yesNoNa('q_vpv_segnaletica', 'Segnaletica di divieto di fumo e telefoni presente?', 1, 'lieve'),
          yesNoNa('q_vpv_illuminazione', 'Illuminazione notturna funzionante?', 2, 'lieve'),
          yesNoNa('q_vpv_soccorso', 'Cassetta di primo soccorso completa?', 1, 'lieve', { norm: 'D.M. 388/2003' }),
          yesNoNa('q_vpv_video', 'Videosorveglianza attiva e informativa esposta?', 2, 'grave', {
            visible_if: stationHas('videoSurveillance'),
            norm: 'Reg. UE 2016/679',
          }),
          yesNoNa('q_vpv_selfgpl', 'Self GPL: cartelli di istruzioni e pulsante a uomo presente?', 3, 'critica', {
            visible_if: stationHas('selfGPL'),
            norm: 'D.M. 31/3/2014',
          }),
        ],
      },
      {
        key: 'c_vpv_servizi',
        name: 'Servizi',
        weight: 1,
        questions: [
          stars('q_vpv_wc', 'WC puliti e forniti', 2),
          yesNoNa('q_vpv_wc_accessibile', 'WC accessibile?', 1, null),
          yesNoNa('q_vpv_gonfiaggio', 'Gonfiaggio e aspirapolvere funzionanti?', 1, 'lieve'),
          stars('q_vpv_bar', 'Bar / market ordinato', 1, { visible_if: stationOffers('Bar') }),
        ],
      },
      {
        key: 'c_vpv_documenti',
        name: 'Documenti',
        weight: 2,
        questions: [
          yesNoNa('q_vpv_registro', 'Registro di carico e scarico aggiornato?', 3, 'grave', { norm: 'D.Lgs. 504/1995' }),
          lastTime('q_vpv_registrazione', 'Data dell’ultima registrazione'),
          yesNoNa('q_vpv_licenza', 'Licenza fiscale esposta o disponibile?', 2, 'grave', { norm: 'D.Lgs. 504/1995' }),
          yesNoNa('q_vpv_antincendio', 'Attestazione antincendio valida?', 3, 'grave', { norm: 'D.P.R. 151/2011' }),
          yesNoNa('q_vpv_dvr', 'DVR e formazione degli addetti in regola?', 2, 'grave', { norm: 'D.Lgs. 81/2008' }),
          yesNoNa('q_vpv_manutenzioni', 'Registro delle manutenzioni aggiornato?', 1, 'lieve'),
          yesNoNa('q_vpv_contratto', 'Contratto e visura disponibili?', 1, 'lieve'),
        ],
      },
      {
        key: 'c_vpv_cassa',
        name: 'Cassa e pagamenti',
        weight: 1,
        questions: [
          ask('number', 'q_vpv_fondo', 'Fondo cassa verificato', { unit: '€', decimals: 2, ok_min: 0 }),
          yesNoNa('q_vpv_rt', 'Registratore telematico con verificazione valida?', 2, 'grave', { norm: 'D.Lgs. 127/2015' }),
          yesNoNa('q_vpv_pos', 'POS funzionanti?', 1, null),
          yesNoNa('q_vpv_tessere', 'Tessere e buoni accettati regolarmente?', 1, null),
        ],
      },
      {
        key: 'c_vpv_chiusura',
        name: 'Chiusura',
        questions: [
          ask('textarea', 'q_vpv_osservazioni', 'Osservazioni del gestore', { required: false, tags: ['osservazioni'] }),
          ask('textarea', 'q_vpv_azioni', 'Azioni concordate', { required: false }),
          signature('q_vpv_firma_gestore', 'Firma del gestore', 'gestore'),
          signature('q_vpv_firma_ispettore', 'Firma dell’ispettore', 'ispettore'),
        ],
      },
    ],
  },
}
