// As much of htm as the page uses.
declare const htm: { bind<T>(make: T): (strings: TemplateStringsArray, ...values: unknown[]) => unknown };
export default htm;
