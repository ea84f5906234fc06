/** Name of the IPC channel of a call or event. */
export const toChannel = (area: string, verb: string): string => `${area}.${verb}`
