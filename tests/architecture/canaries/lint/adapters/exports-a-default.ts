// breaks import(no-default-export)
export default 'canary';
