/** The status that whoever cancels a batch that is done here sets; whoever is at it sees that with its next beat. */
export const cancelling = 'CANCELLING'
