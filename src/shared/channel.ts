/** The name under which a call or event of the contract travels between the processes. */
export const toChannel = (area: string, verb: string): string => `${area}.${verb}`
