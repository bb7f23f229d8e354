export const INCOMPLETE = 'Senza rete questa pagina non è completa.'
