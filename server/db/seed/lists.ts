/** Names and words of the seed: the first are the most frequent. No real person or company is meant. */
const list = (text: string) => text.split(/,\s*/)

export const maleNames = list(
  'Marco, Andrea, Giuseppe, Francesco, Antonio, Luca, Alessandro, Matteo, Giovanni, Roberto, Stefano, Davide, Lorenzo, Simone, Paolo, Fabio, Salvatore, Vincenzo, Mario, Daniele, Riccardo, Nicola, Massimo, Claudio, Michele, Alberto, Domenico, Federico, Luigi, Emanuele, Gabriele, Enrico, Angelo, Pietro, Giacomo, Filippo, Tommaso, Cristian, Mauro, Gianluca, Giorgio, Sergio, Carlo, Bruno, Diego, Ivan, Maurizio, Raffaele, Pasquale, Alessio',
)
export const femaleNames = list(
  'Maria, Anna, Francesca, Sara, Laura, Chiara, Giulia, Elena, Valentina, Paola, Federica, Alessandra, Silvia, Martina, Roberta, Elisa, Cristina, Monica, Barbara, Simona, Daniela, Michela, Rosa, Angela, Ilaria, Sofia, Claudia, Alice, Beatrice, Giorgia, Serena, Patrizia, Eleonora, Stefania, Marta, Lucia, Teresa, Arianna, Veronica, Debora, Camilla, Caterina, Rita, Irene, Erika, Noemi, Greta, Marina, Giovanna, Emma',
)
export const surnames = list(
  "Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Bruno, Gallo, Conti, De Luca, Mancini, Costa, Giordano, Rizzo, Lombardi, Moretti, Barbieri, Fontana, Santoro, Mariani, Rinaldi, Caruso, Ferrara, Galli, Martini, Leone, Longo, Gentile, Martinelli, Vitale, Lombardo, Serra, Coppola, De Santis, D'Angelo, Marchetti, Parisi, Villa, Conte, Ferraro, Ferri, Fabbri, Bianco, Marini, Grasso, Valentini, Messina, Sala, De Angelis, Gatti, Pellegrini, Palumbo, Sanna, Farina, Rizzi, Monti, Cattaneo, Morelli, Amato, Silvestri, Mazza, Testa, Grassi, Pellegrino, Carbone, Giuliani, Benedetti, Barone, Rossetti, Caputo, Montanari, Guerra, Palmieri, Bernardi, Martino, Fiore, De Rosa, Ferretti, Bellini, Basile, Riva, Donati, Piras, Vitali, Battaglia, Sartori, Neri, Costantini, Milani, Pagano, Ruggiero, Sorrentino, D'Amico, Orlando, Damico, Negri",
)
export const streets = list(
  "Via Roma, Via Garibaldi, Via Mazzini, Via Cavour, Via Dante Alighieri, Via Marconi, Via Verdi, Viale della Libertà, Via Nazionale, Via Emilia, Via Aurelia, Via Appia, Via Cassia, Via Flaminia, Via Tiburtina, Strada Statale 16 km {n}, Strada Provinciale {n}, Tangenziale Est km {n}, Via dell'Industria, Via dell'Artigianato, Viale Europa, Corso Italia, Via Provinciale, Contrada San Nicola, Zona Industriale",
)
export const sectors = list(
  'Carburanti, Petroli, Service, Autotrasporti, Costruzioni, Impianti, Logistica, Agricola, Edilizia, Trasporti, Distribuzione',
)
export const OWN_BRAND = 'Rete Demo Carburanti'
export const brands: readonly (readonly [string, number])[] = [
  [OWN_BRAND, 60],
  ['IP', 12],
  ['Eni', 8],
  ['Q8', 8],
  ['Tamoil', 5],
  ['Pompe Bianche', 7],
]
/** Area codes used for the invented land lines (`0xx 555xxxx`), by region. */
export const areaCodes: Record<string, string> = {
  Abruzzo: '0873',
  Basilicata: '0972',
  Calabria: '0984',
  Campania: '081',
  'Emilia-Romagna': '0524',
  'Friuli-Venezia Giulia': '0481',
  Lazio: '06',
  Liguria: '0185',
  Lombardia: '030',
  Marche: '0721',
  Molise: '0875',
  Piemonte: '0173',
  Puglia: '080',
  Sardegna: '0789',
  Sicilia: '090',
  Toscana: '0571',
  'Trentino-Alto Adige': '0464',
  Umbria: '0742',
  "Valle d'Aosta": '0165',
  Veneto: '0438',
}
