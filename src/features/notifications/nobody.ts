/** Said of a group that is active without people and addresses. */
export const NOBODY = 'Nessuno riceve questi avvisi'
