/** The author may take a comment back for this long after the server has it (decision 074). */
export const RECALL_MS = 10_000
