/** The requests of stations: the beginning of the category's name, subject and description; `#` becomes a figure. */
export const requests = [
  [
    'Impianto / Erogatori',
    'Pistola # non eroga',
    'Da questa mattina la pistola # non eroga. Il display mostra "ERR #". Cliente già avvisato, abbiamo messo il cartello fuori servizio.',
  ],
  [
    'Accettatore OPT',
    'OPT non accetta banconote',
    'L’accettatore rifiuta le banconote da 20. Provato a riavviare senza esito. Stacker svuotato ieri sera.',
  ],
  ['POS e pagamenti', 'POS fuori linea', 'Il POS TML # segnala "host non raggiungibile" dalle 7:30. Il router ha la spia rossa.'],
  [
    'Impianto / Cisterne',
    'Sonda cisterna # in allarme',
    'La sonda della cisterna # è in allarme da stanotte: la giacenza non si legge più.',
  ],
  ['Impianto / Cisterne', 'Differenza di giacenza cisterna #', 'Dal carico di ieri la sonda riporta # litri in meno rispetto al DAS.'],
  ['Prezzario / Totem', 'Totem prezzi spento', 'Il totem sul piazzale è spento da ieri sera: i prezzi non si leggono dalla strada.'],
  ['Cassa', 'Stampante scontrini guasta', 'La stampante degli scontrini si ferma ogni # scontrini e va riavviata.'],
  ['Manutenzione edile', 'Perdita d’acqua nel bagno clienti', 'Perdita dal sifone del lavabo: il bagno dei clienti è chiuso.'],
  [
    'Tessere e clienti',
    'Tessera # non riconosciuta',
    'Il terminale non riconosce la tessera che finisce per #. Il cliente è fermo in piazzale.',
  ],
  ['Fatturazione', 'Richiesta duplicato fattura', 'Il cliente chiede copia della fattura numero # del mese scorso.'],
  ['Autolavaggio', 'Lavaggio fermo per allarme spazzole', 'Il portale segnala l’allarme spazzole numero # e non riparte.'],
  ['Videosorveglianza', 'Telecamera del piazzale senza immagine', 'La telecamera # non dà immagine; le altre registrano.'],
  ['Altro', 'Estintore scarico lato isola #', 'La lancetta dell’estintore dell’isola # è sul rosso.'],
  ['Forniture', 'Toner e rotoli POS', 'Servono # rotoli per i POS e un toner per la cassa.'],
] as const
export const replies = [
  'Preso in carico, vi aggiorniamo in giornata.',
  'Potete mandare una foto del display?',
  'La ditta passa domattina tra le 8 e le 10.',
  'Abbiamo ordinato il ricambio, arriva in # giorni.',
  'Provate a spegnere e riaccendere dal quadro, poi diteci.',
]
export const answers = [
  'Fatto come indicato, non è cambiato niente.',
  'Grazie, aspettiamo la ditta.',
  'Da stamattina va a tratti: # volte su dieci.',
  'Vi ho lasciato un messaggio anche al telefono.',
  'Confermo, adesso funziona.',
]
export const notes = ['Chiamata la ditta: conferma in giornata.', 'Già successo # mesi fa, stessa causa.', 'In garanzia fino a fine anno.']
export const resolutions = [
  'Sostituita guarnizione e tarata la pistola, prova di erogazione positiva.',
  'Riavviato il concentratore da remoto.',
  'Intervento della ditta: sostituita la scheda, prova positiva.',
  'Problema di linea del gestore telefonico, risolto nella notte.',
  'Materiale consegnato.',
]
