/** The verbale of what stands is printed and kept before the transaction, and is as good if the request is then refused. */
export const printed = () => ['files', 'inspection_pdfs']
