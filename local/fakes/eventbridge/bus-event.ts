export interface BusEvent {
  version: '0';
  id: string;
  source: string;
  'detail-type': string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
}

/** One event on its way to one function. It lives as a file until the function has handled it. */
export interface Delivery {
  id: string;
  functionId: string;
  event: BusEvent;
  attempts: number;
  lastError?: string;
}
